import { type RacerLabel, shownName } from '@rollcall/scoring/racer'
import type { ReactNode } from 'react'
import type { FormatPoints } from '#ui/format-number.ts'
import { RankBadge } from './rank-badge.tsx'
import row from './ranked-row.module.css'
import { RowMarble, stateOf } from './ranked-row.tsx'
import { isUncoveredBy, type RevealStep } from './reveal-step.ts'
import classes from './row-list.module.css'
import { RowName } from './row-name.tsx'

interface ListedRow extends RacerLabel {
  readonly id: string
  readonly rank: number
  /** null: hidden. */
  readonly event_points: number | null
}

interface RowListProps<Row extends ListedRow> {
  readonly label: string
  readonly rows: readonly Row[]
  readonly formatPoints: FormatPoints
  /** What a reveal has come to; absent: none goes on. */
  readonly step?: RevealStep
  readonly note?: (row: Row) => ReactNode
}

/** Rows of an event's show on an ordinary page; what is hidden says nothing but its rank. */
export function RowList<Row extends ListedRow>(props: RowListProps<Row>) {
  const { label, rows, formatPoints, step, note } = props
  return (
    <ol className={`${classes.rows} ${row.wrapping}`} aria-label={label}>
      {rows.map((listed) => {
        const { id, rank, event_points: points } = listed
        const isHidden = points === null
        const isNew = !isHidden && step !== undefined && isUncoveredBy(step, rank)
        return (
          <li
            key={id}
            className={`${row.row} ${classes.row}`}
            {...stateOf({
              isHidden,
              isInLimelight: rank === step?.pointer,
              entrance: isNew ? 'appear' : null,
            })}
          >
            <RankBadge rank={rank} />
            <RowName
              picture={<RowMarble racer={isHidden ? null : listed} sizePx={28} />}
              name={isHidden ? null : shownName(listed)}
            />
            <span className={row.points}>{!isHidden && formatPoints(points)}</span>
            {note?.(listed)}
          </li>
        )
      })}
    </ol>
  )
}
