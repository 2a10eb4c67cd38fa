import { VisuallyHidden } from '@mantine/core'
import { type RacerLabel, shownName } from '@rollcall/scoring/racer'
import { blurDurationMs, MASKED_NAME } from '@rollcall/scoring/reveal'
import { IconChevronRight } from '@tabler/icons-react'
import { type CSSProperties, memo, type ReactNode, useLayoutEffect, useRef } from 'react'
import { CountUp } from '#ui/board/count-up.tsx'
import { Marble } from '#ui/board/marble.tsx'
import { RankBadge } from '#ui/board/rank-badge.tsx'
import { formatNumber } from '#ui/format-number.ts'
import { ForeignName } from '#ui/person.tsx'
import classes from './board-table.module.css'
import type { BoardRacer, FormatPoints, RankedRacer } from './event-leaderboard-view.ts'

interface RowPlace {
  readonly index: number
  readonly isDetailed: boolean
}

interface ShownRowProps extends RowPlace {
  readonly row: RankedRacer
  readonly formatPoints: FormatPoints
  /** How it is being uncovered; null: it has been for long. */
  readonly clearing: 'blur' | 'fade' | null
  readonly isInLimelight: boolean
  /** null: the row is as high as all are. */
  readonly onMeasure: ((element: HTMLTableRowElement | null) => void) | null
  readonly canOpen: boolean
  readonly isOpen: boolean
  readonly onToggle: (racer: string) => void
  readonly rowAction: (racer: RacerLabel) => ReactNode
}

const ROW_MARBLE_PX = 28
const LIMELIGHT_PX = 96
const FADE_MS = 150

/** Whoever listens hears the header row as row 1. */
const rowIndexOf = (index: number) => index + 2

export const ShownRow = memo(function ShownRow(props: ShownRowProps) {
  const { row, index, isDetailed, clearing, isInLimelight, canOpen, isOpen } = props
  const isClearing = clearing !== null
  const nameBox = useRef<HTMLSpanElement>(null)
  useLayoutEffect(() => {
    if (clearing === 'fade') {
      // A style sheet's would be over at once: none moves for whoever wants no motion.
      nameBox.current?.animate({ opacity: [0, 1] }, FADE_MS)
    }
  }, [clearing])
  // While the name is blurred nothing beside it may say it.
  const action = isClearing ? null : props.rowAction(row)
  const name = (
    <span ref={nameBox} className={classes.name}>
      <span className={classes.marble}>
        <Marble
          name={row.racer_name}
          color={row.color}
          sizePx={isInLimelight ? LIMELIGHT_PX : ROW_MARBLE_PX}
        />
      </span>
      <span className={classes.veil}>
        <ForeignName>{shownName(row)}</ForeignName>
      </span>
    </span>
  )
  return (
    <tr
      ref={props.onMeasure}
      data-index={index}
      aria-rowindex={rowIndexOf(index)}
      className={classes.row}
      data-clearing={clearing ?? undefined}
      data-limelight={isInLimelight || undefined}
      style={{ '--board-blur': `${blurDurationMs(row.rank)}ms` } as CSSProperties}
    >
      <td className={classes.rank}>
        <RankBadge rank={row.rank} />
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
        <span className={classes.veil}>
          {isInLimelight && clearing === 'blur' ? (
            <CountUp value={row.event_points} format={props.formatPoints} />
          ) : (
            props.formatPoints(row.event_points)
          )}
        </span>
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
        <RankBadge rank={rank} />
      </td>
      <th scope="row" className={classes.racer}>
        <span className={classes.name} aria-hidden="true">
          <span className={classes.marble} />
          <span className={classes.mask}>{MASKED_NAME}</span>
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

const SIMPLE_COLUMNS = 3

export function columnCount(isDetailed: boolean): number {
  return SIMPLE_COLUMNS + (isDetailed ? detailColumns.length : 0)
}

export function BoardTableHead({ isDetailed }: { readonly isDetailed: boolean }) {
  return (
    <thead>
      <tr aria-rowindex={1}>
        <th scope="col" className={classes.rank}>
          Position
        </th>
        <th scope="col" className={classes.racer}>
          Racer Name
        </th>
        <th scope="col" className={classes.points}>
          Event Points
        </th>
        {isDetailed &&
          detailColumns.map(({ label, meaning }) => (
            <th key={label} scope="col" className={classes.number} title={meaning}>
              {label}
            </th>
          ))}
      </tr>
    </thead>
  )
}

interface BoardColumn {
  readonly label: string
  readonly meaning: string
  readonly show: (row: BoardRacer) => string
}

const detailColumns: readonly BoardColumn[] = [
  {
    label: 'Race Points',
    meaning: 'Season points from races; not part of the event points',
    show: (row) => formatNumber(row.race_points),
  },
  { label: 'Race Wins', meaning: 'Races won', show: (row) => formatNumber(row.race_wins) },
  { label: 'Race Races', meaning: 'Races run', show: (row) => formatNumber(row.race_races) },
  {
    label: 'Race HS',
    meaning: 'Race high score: the most season points in one race',
    show: (row) => formatNumber(row.race_hs),
  },
  {
    label: 'BR Points',
    meaning: 'Season points from battle royales; not part of the event points',
    show: (row) => formatNumber(row.br_points),
  },
  { label: 'BR Wins', meaning: 'Battle royales won', show: (row) => formatNumber(row.br_wins) },
  { label: 'BR Races', meaning: 'Battle royales run', show: (row) => formatNumber(row.br_races) },
  {
    label: 'BR HS',
    meaning: 'Battle royale high score: the most season points in one royale',
    show: (row) => formatNumber(row.br_hs),
  },
  { label: 'Kills', meaning: 'Kills in battle royales', show: (row) => formatNumber(row.kills) },
  {
    label: 'Eliminations',
    meaning: 'How often the racer was eliminated',
    show: (row) => formatNumber(row.eliminations),
  },
  {
    label: 'Crown Wins',
    meaning: 'Battle royales won by somebody who had won one here before',
    show: (row) => formatNumber(row.crown_wins),
  },
]

/** Stands for a number that is not revealed; as long whatever the number. */
const MASKED_NUMBER = '•'.repeat(4)
