import { VisuallyHidden } from '@mantine/core'
import { blurDurationMs, MASKED_NAME } from '@rollcall/scoring/reveal'
import { IconChevronRight } from '@tabler/icons-react'
import { type CSSProperties, memo, type ReactNode } from 'react'
import { ForeignName } from '#ui/foreign-name.tsx'
import { formatNumber } from '#ui/format-number.ts'
import { detailColumns, MASKED_NUMBER } from './board-columns.ts'
import { BoardRank } from './board-rank.tsx'
import classes from './board-table.module.css'
import type { RankedRacer } from './event-leaderboard-view.ts'

interface RowPlace {
  /** Place in the list that is drawn, from 0. */
  readonly index: number
  readonly isDetailed: boolean
}

interface ShownRowProps extends RowPlace {
  readonly row: RankedRacer
  readonly isClearing: boolean
  readonly isInLimelight: boolean
  /** null: the row is as high as all are. */
  readonly onMeasure: ((element: HTMLTableRowElement | null) => void) | null
  readonly canOpen: boolean
  readonly isOpen: boolean
  readonly onToggle: (racer: string) => void
  readonly rowAction: (racerName: string) => ReactNode
}

/** Whoever listens hears the header row as row 1. */
const rowIndexOf = (index: number) => index + 2

export const ShownRow = memo(function ShownRow(props: ShownRowProps) {
  const { row, index, isDetailed, isClearing, isInLimelight, canOpen, isOpen } = props
  // While the name is blurred nothing beside it may say it.
  const action = isClearing ? null : props.rowAction(row.racer_name)
  const name = (
    <span className={classes.veil}>
      <ForeignName>{row.racer_name}</ForeignName>
    </span>
  )
  return (
    <tr
      ref={props.onMeasure}
      data-index={index}
      aria-rowindex={rowIndexOf(index)}
      className={classes.row}
      data-clearing={isClearing || undefined}
      data-limelight={isInLimelight || undefined}
      style={{ '--board-blur': `${blurDurationMs(row.rank)}ms` } as CSSProperties}
    >
      <td className={classes.rank}>
        <BoardRank rank={row.rank} />
      </td>
      <th scope="row" className={classes.racer}>
        {canOpen ? (
          <button
            type="button"
            className={classes.opener}
            aria-expanded={isOpen}
            onClick={() => props.onToggle(row.racer_name)}
          >
            <IconChevronRight className={classes.chevron} size={18} aria-hidden />
            {name}
          </button>
        ) : (
          name
        )}
      </th>
      <td className={classes.points}>
        <span className={classes.veil}>{formatNumber(row.event_points)}</span>
        {!isDetailed && action}
      </td>
      {isDetailed &&
        detailColumns.map(({ label, show }, column) => (
          <td key={label} className={classes.number}>
            <span className={classes.veil}>{show(row)}</span>
            {column === detailColumns.length - 1 && action}
          </td>
        ))}
    </tr>
  )
})

/** A row that is not revealed. It is given nothing but its rank, so it can tell nothing else. */
export const MaskedRow = memo(function MaskedRow(props: RowPlace & { readonly rank: number }) {
  const { rank, index, isDetailed } = props
  return (
    <tr aria-rowindex={rowIndexOf(index)} className={classes.row} data-masked>
      <td className={classes.rank}>
        <BoardRank rank={rank} />
      </td>
      <th scope="row" className={classes.racer}>
        <span className={classes.mask} aria-hidden="true">
          {MASKED_NAME}
        </span>
        <VisuallyHidden>Not revealed yet</VisuallyHidden>
      </th>
      <td className={classes.points}>
        <span className={classes.mask} aria-hidden="true">
          {MASKED_NUMBER}
        </span>
      </td>
      {isDetailed &&
        detailColumns.map(({ label }) => (
          <td key={label} className={classes.number}>
            <span className={classes.mask} aria-hidden="true">
              {MASKED_NUMBER}
            </span>
          </td>
        ))}
    </tr>
  )
})
