import { shownName } from '@rollcall/scoring/racer'
import { IconChevronRight } from '@tabler/icons-react'
import { type CSSProperties, memo, type ReactNode } from 'react'
import { RankBadge } from '#ui/board/rank-badge.tsx'
import ranked from '#ui/board/ranked-row.module.css'
import { RowMarble, RowPoints, rowAttributes, useFade } from '#ui/board/ranked-row.tsx'
import { RowName } from '#ui/board/row-name.tsx'
import { type FormatPoints, formatNumber } from '#ui/format-number.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { RacerLink } from '#ui/links.tsx'
import classes from './board-table.module.css'
import type { BoardRacer, RankedRacer } from './event-leaderboard-view.ts'
import { texts } from './texts.ts'

const { columns } = texts

interface RowLayout {
  /** The row's number for screen readers: the header row is 1. */
  readonly rowIndex: number
  readonly isDetailed: boolean
}

interface ShownRowProps extends RowLayout {
  readonly row: RankedRacer
  readonly formatPoints: FormatPoints
  /** The last press uncovered it. */
  readonly isNew: boolean
  readonly isInLimelight: boolean
  readonly canOpen: boolean
  readonly isOpen: boolean
  readonly onToggle: (racer: string) => void
  readonly rowAction: (row: RankedRacer) => ReactNode
}

const ROW_MARBLE_PX = 28
const LIMELIGHT_PX = 96

const ROW_CLASS = `${ranked.row} ${classes.row}`
const POINTS_CLASS = `${classes.points} ${ranked.points} ${ranked.figure}`
const NUMBER_CLASS = `${classes.number} ${ranked.figure}`

export const ShownRow = memo(function ShownRow(props: ShownRowProps) {
  const { row, rowIndex, isDetailed, isNew, isInLimelight, canOpen, isOpen } = props
  const action = props.rowAction(row)
  const name = (
    <RowName
      picture={<RowMarble racer={row} sizePx={isInLimelight ? LIMELIGHT_PX : ROW_MARBLE_PX} />}
      name={shownName(row)}
      link={(shown) => <RacerLink racer={row}>{shown}</RacerLink>}
    />
  )
  return (
    <tr
      ref={useFade<HTMLTableRowElement>(isNew)}
      data-ranked
      aria-rowindex={rowIndex}
      className={ROW_CLASS}
      {...rowAttributes({ isInLimelight, entrance: isNew ? entranceOf(isInLimelight) : null })}
    >
      <td className={classes.rank}>
        <RankBadge rank={row.rank} isDisqualified={row.is_disqualified} />
      </td>
      <th scope="row" className={classes.racer}>
        {canOpen ? (
          <span className={classes.opening}>
            <IconButton
              className={classes.opener}
              aria-expanded={isOpen}
              aria-label={texts.explanation.titleOf(shownName(row))}
              onClick={() => props.onToggle(row.racer_name)}
            >
              <IconChevronRight className={classes.chevron} size={18} aria-hidden />
            </IconButton>
            {name}
          </span>
        ) : (
          name
        )}
      </th>
      <td className={POINTS_CLASS}>
        <span className={ranked.veil}>
          <RowPoints
            points={row.event_points}
            format={props.formatPoints}
            isCounting={isNew && isInLimelight}
          />
        </span>
        {!isDetailed && action}
      </td>
      {isDetailed &&
        detailColumns.map(({ heading, show }, column) => (
          <td key={heading} className={NUMBER_CLASS}>
            <span className={ranked.veil}>{show(row)}</span>
            {column === detailColumns.length - 1 && action}
          </td>
        ))}
    </tr>
  )
})

const entranceOf = (isInLimelight: boolean) => (isInLimelight ? 'roll' : 'clear')

interface MaskedRowProps extends RowLayout {
  readonly rank: number
  /** How long the blur takes that is clearing; null if none is. */
  readonly blurMs: number | null
  readonly isInLimelight: boolean
}

/** A row whose blur has not cleared. It is given only its rank, so it cannot give anything else away. */
export const MaskedRow = memo(function MaskedRow(props: MaskedRowProps) {
  const { rank, rowIndex, isDetailed, blurMs, isInLimelight } = props
  const isClearing = blurMs !== null
  const number = (
    <span className={ranked.mask} aria-hidden="true">
      {MASKED_NUMBER}
    </span>
  )
  return (
    <tr
      data-ranked
      aria-rowindex={rowIndex}
      className={ROW_CLASS}
      {...rowAttributes({
        isHidden: true,
        isInLimelight,
        entrance: isClearing ? entranceOf(isInLimelight) : null,
        isClearing,
      })}
      style={isClearing ? ({ '--row-blur-ms': `${blurMs}ms` } as CSSProperties) : undefined}
    >
      <td className={classes.rank}>
        <RankBadge rank={rank} />
      </td>
      <th scope="row" className={classes.racer}>
        <RowName picture={<RowMarble racer={null} sizePx={ROW_MARBLE_PX} />} name={null} />
      </th>
      <td className={POINTS_CLASS}>{number}</td>
      {isDetailed &&
        detailColumns.map(({ heading }) => (
          <td key={heading} className={NUMBER_CLASS}>
            {number}
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
          {columns.position}
        </th>
        <th scope="col" className={classes.racer}>
          {columns.racerName}
        </th>
        <th scope="col" className={classes.points}>
          {columns.eventPoints}
        </th>
        {isDetailed &&
          detailColumns.map(({ heading }) => (
            <th key={heading} scope="col" className={classes.number}>
              {heading}
            </th>
          ))}
      </tr>
    </thead>
  )
}

interface BoardColumn {
  readonly heading: string
  readonly meaning: string
  readonly show: (row: BoardRacer) => string
}

export const detailColumns: readonly BoardColumn[] = [
  { ...columns.racePoints, show: (row) => formatNumber(row.race_points) },
  { ...columns.raceWins, show: (row) => formatNumber(row.race_wins) },
  { ...columns.raceGames, show: (row) => formatNumber(row.race_races) },
  { ...columns.raceHighScore, show: (row) => formatNumber(row.race_hs) },
  { ...columns.royalePoints, show: (row) => formatNumber(row.br_points) },
  { ...columns.royaleWins, show: (row) => formatNumber(row.br_wins) },
  { ...columns.royaleGames, show: (row) => formatNumber(row.br_races) },
  { ...columns.royaleHighScore, show: (row) => formatNumber(row.br_hs) },
  { ...columns.kills, show: (row) => formatNumber(row.kills) },
  { ...columns.eliminations, show: (row) => formatNumber(row.eliminations) },
  { ...columns.crownWins, show: (row) => formatNumber(row.crown_wins) },
]

/** Shown in place of a hidden number; the length is always the same. */
const MASKED_NUMBER = '•'.repeat(4)
