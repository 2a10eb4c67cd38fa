import type { RacerLabel } from '@rollcall/scoring/racer'
import type { ReactNode } from 'react'
import ranked from '#ui/board/ranked-row.module.css'
import { RankedRow } from '#ui/board/ranked-row.tsx'
import type { RevealMotion } from '#ui/board/reveal-motion.ts'
import rows from '#ui/board/row-list.module.css'
import type { FormatPoints } from '#ui/format-number.ts'
import classes from './embed.module.css'
import { texts } from './texts.ts'

interface EmbedListProps {
  readonly label: string
  readonly isEmpty: boolean
  readonly children: ReactNode
}

export function EmbedList({ label, isEmpty, children }: EmbedListProps) {
  return isEmpty ? (
    <p className={classes.state}>{texts.none}</p>
  ) : (
    <ol className={`${rows.rows} ${ranked.wrapping}`} aria-label={label}>
      {children}
    </ol>
  )
}

interface EmbedRacersProps {
  readonly label: string
  readonly racers: readonly (RacerLabel & {
    readonly id: string
    readonly rank: number
    /** null: hidden. */
    readonly points: number | null
  })[]
  readonly formatPoints: FormatPoints
  readonly motion?: RevealMotion
}

export function EmbedRacers({ label, racers, formatPoints, motion }: EmbedRacersProps) {
  return (
    <EmbedList label={label} isEmpty={racers.length === 0}>
      {racers.map((racer) => (
        <RankedRow
          key={racer.id}
          row={racer}
          points={racer.points}
          motion={motion ?? null}
          entrance="appear"
          marblePx={28}
          formatPoints={formatPoints}
          className={rows.row}
        />
      ))}
    </EmbedList>
  )
}
