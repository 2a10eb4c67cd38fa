import type { RacerLabel } from '@rollcall/scoring/racer'
import type { ReactNode } from 'react'
import type { FormatPoints } from '#ui/format-number.ts'
import { RacerLink } from '#ui/links.tsx'
import ranked from './ranked-row.module.css'
import { RankedRow } from './ranked-row.tsx'
import type { RevealMotion } from './reveal-motion.ts'
import classes from './row-list.module.css'

export interface ListedRow extends RacerLabel {
  readonly id: string
  /** null: unknown. */
  readonly rank: number | null
  readonly event_points: number | null
  /** If absent, the row is hidden if its points are. */
  readonly isHidden?: boolean
}

interface RowListProps<Row extends ListedRow> {
  readonly label: string
  readonly rows: readonly Row[]
  readonly formatPoints: FormatPoints
  /** Absent: nothing is being revealed. */
  readonly motion?: RevealMotion
  readonly note?: (row: Row) => ReactNode
}

/** Rows of a show, or of another board, on an ordinary page. */
export function RowList<Row extends ListedRow>(props: RowListProps<Row>) {
  const { label, rows, formatPoints, motion = null, note } = props
  return (
    <ol className={`${classes.rows} ${ranked.wrapping}`} aria-label={label}>
      {rows.map((row) => (
        <RankedRow
          key={row.id}
          row={row}
          points={row.event_points}
          isHidden={row.isHidden}
          motion={motion}
          entrance="appear"
          marblePx={28}
          formatPoints={formatPoints}
          className={classes.row}
          note={note?.(row)}
          link={(name) => <RacerLink racer={row}>{name}</RacerLink>}
        />
      ))}
    </ol>
  )
}
