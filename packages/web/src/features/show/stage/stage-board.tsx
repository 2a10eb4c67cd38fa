/** A few rows of a show, large enough for a stream: on the stage, and on overlays. */
import { type RacerLabel, shownName } from '@rollcall/scoring/racer'
import type { CSSProperties } from 'react'
import { RankedRow } from '#ui/board/ranked-row.tsx'
import { textWidth } from '#ui/board/text-width.ts'
import { heldMotion, type ShownMotion } from '#ui/board/use-reveal-motion.ts'
import type { FormatPoints } from '#ui/format-number.ts'
import classes from './stage-board.module.css'

/** A racer's row, with any kind of points. */
export interface StageRow extends RacerLabel {
  readonly id: string
  /** null: it has none. */
  readonly rank: number | null
  /** null: hidden. */
  readonly points: number | null
  /** Of a hidden row: its points, which are shown before its name. */
  readonly held?: number
  /** The points just gained; null or absent if none. */
  readonly gain?: number | null
}

interface StageBoardProps {
  readonly label: string
  /** The best first. */
  readonly rows: readonly StageRow[]
  readonly slots: number
  /** Side by side, the first one full before the next. */
  readonly columns?: number
  /** null: nothing is being revealed. */
  readonly motion: ShownMotion | null
  readonly formatPoints: FormatPoints
}

/** Each row knows its position, so that it can slide to another one. */
export function StageBoard(props: StageBoardProps) {
  const { label, rows, slots, columns = 1, formatPoints } = props
  const motion = heldMotion(props.motion, rows)
  const lines = Math.ceil(slots / columns)
  return (
    <ol
      className={classes.board}
      aria-label={label}
      style={{ '--lines': lines, '--columns': columns } as CSSProperties}
    >
      {rows.map((row, index) => {
        const { gain = null, points, held } = row
        const widest = points ?? held ?? null
        const gained = gain === null ? '' : `+${formatPoints(gain)}`
        const widths = {
          '--name-width': Math.max(1, textWidth(shownName(row))),
          '--points-width': widest === null ? 0 : textWidth(formatPoints(widest)),
          '--gain-width': textWidth(gained),
        }
        return (
          <RankedRow
            key={row.id}
            row={row}
            points={points}
            held={held}
            motion={motion}
            entrance="roll"
            marblePx={96}
            formatPoints={formatPoints}
            className={classes.row}
            style={
              {
                '--line': index % lines,
                '--column': Math.floor(index / lines),
                ...widths,
              } as CSSProperties
            }
            gain={
              gained !== '' && (
                // With other points, a new gain slides in.
                <span key={points} className={classes.gain}>
                  {gained}
                </span>
              )
            }
          />
        )
      })}
    </ol>
  )
}
