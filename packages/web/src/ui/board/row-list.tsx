import type { RacerLabel } from '@rollcall/scoring/racer'
import type { ReactNode } from 'react'
import type { FormatPoints } from '#ui/format-number.ts'
import { RacerLink } from '#ui/links.tsx'
import { ShareBar } from '#ui/share-bar.tsx'
import ranked from './ranked-row.module.css'
import { RankedRow } from './ranked-row.tsx'
import classes from './row-list.module.css'
import { heldMotion, type ShownMotion } from './use-reveal-motion.ts'

export interface ListedRow extends RacerLabel {
  readonly id: string
  /** null: unknown. */
  readonly rank: number | null
  readonly event_points: number | null
  /** Of a hidden row: its points, which are shown before its name. */
  readonly held?: number
  readonly is_disqualified?: true | undefined
  readonly is_unranked?: true | undefined
  /** If absent, the row is hidden if its points are. */
  readonly isHidden?: boolean
}

interface RowListProps<Row extends ListedRow> {
  readonly label: string
  readonly rows: readonly Row[]
  readonly formatPoints: FormatPoints
  /** Absent: nothing is being revealed. */
  readonly motion?: ShownMotion
  /** Before the points. */
  readonly gain?: (row: Row) => ReactNode
  /** Takes the place of the row's bar. */
  readonly note?: (row: Row) => ReactNode
  /** What is beside the points from 62 em, and below the name on narrower pages. */
  readonly facts?: (row: Row) => ReactNode
  /** The highest points on the board, for bars that compare with them; null: no bars. */
  readonly best?: number | null
  /** The id of the row that somebody looks for. */
  readonly current?: string | undefined
}

/** Rows of a show, or of another board, on an ordinary page. */
export function RowList<Row extends ListedRow>(props: RowListProps<Row>) {
  const { label, rows, formatPoints, gain, current } = props
  const motion = heldMotion(props.motion ?? null, rows)
  return (
    <ol className={`${classes.rows} ${ranked.wrapping}`} aria-label={label}>
      {rows.map((row) => (
        <RankedRow
          key={row.id}
          row={row}
          points={row.event_points}
          held={row.held}
          isHidden={row.isHidden}
          motion={motion}
          entrance="appear"
          marblePx={28}
          formatPoints={formatPoints}
          className={classes.row}
          gain={gain?.(row)}
          isCurrent={row.id === current}
          note={<Remarks {...props} row={row} />}
          link={(name) => <RacerLink racer={row}>{name}</RacerLink>}
        />
      ))}
    </ol>
  )
}

interface RemarksProps<Row extends ListedRow>
  extends Pick<RowListProps<Row>, 'note' | 'facts' | 'best'> {
  readonly row: Row
}

function Remarks<Row extends ListedRow>(props: RemarksProps<Row>) {
  const { row, facts, best = null } = props
  const note = props.note?.(row)
  return (
    <>
      {note}
      {facts && <span className={classes.facts}>{facts(row)}</span>}
      {!note && best !== null && best > 0 && row.event_points !== null && !row.is_disqualified && (
        <span className={classes.track}>
          <ShareBar share={row.event_points / best} />
        </span>
      )}
    </>
  )
}
