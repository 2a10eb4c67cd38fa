import { VisuallyHidden } from '@mantine/core'
import { type RacerLabel, shownName } from '@rollcall/scoring/racer'
import type { ReactNode } from 'react'
import { ForeignName } from '#ui/person.tsx'
import { Marble } from './marble.tsx'
import { RankBadge } from './rank-badge.tsx'
import classes from './row-list.module.css'

interface ListedRow extends RacerLabel {
  readonly id: string
  readonly rank: number
  /** null: hidden, and the name is a mask. */
  readonly event_points: number | null
}

interface RowListProps<Row extends ListedRow> {
  readonly label: string
  readonly rows: readonly Row[]
  readonly formatPoints: (points: number | null) => string
  /** The rank that everybody looks at. */
  readonly limelightRank?: number | null
  /** Whether it has just been uncovered, while somebody was looking. */
  readonly isNew?: (row: Row) => boolean
  readonly note?: (row: Row) => ReactNode
}

/** Rows of an event's show on an ordinary page; what is hidden says nothing but its rank. */
export function RowList<Row extends ListedRow>(props: RowListProps<Row>) {
  const { label, rows, formatPoints, limelightRank = null, isNew, note } = props
  return (
    <ol className={classes.rows} aria-label={label}>
      {rows.map((row) => (
        <li
          key={row.id}
          className={classes.row}
          data-hidden={row.event_points === null || undefined}
          data-limelight={row.rank === limelightRank || undefined}
          data-new={isNew?.(row) || undefined}
        >
          <RankBadge rank={row.rank} />
          <span className={classes.marble}>
            {row.event_points !== null && (
              <Marble name={row.racer_name} color={row.color} sizePx={28} />
            )}
          </span>
          {row.event_points === null ? (
            <span className={classes.name}>
              <span className={classes.mask} aria-hidden="true">
                {row.racer_name}
              </span>
              <VisuallyHidden>Not revealed yet</VisuallyHidden>
            </span>
          ) : (
            <span className={classes.name}>
              <ForeignName>{shownName(row)}</ForeignName>
            </span>
          )}
          <span className={classes.points}>
            {row.event_points !== null && formatPoints(row.event_points)}
          </span>
          {note?.(row)}
        </li>
      ))}
    </ol>
  )
}
