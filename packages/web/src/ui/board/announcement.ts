/** What a screen reader says during a reveal. */
import { type RacerLabel, shownName } from '@rollcall/scoring/racer'
import { formatList } from '#ui/format-list.ts'
import { texts } from './announcement-texts.ts'

/** Nobody listens to more names than this. */
const NAMES_READ_OUT = 5

export function listNames(racers: readonly RacerLabel[]): string {
  return racers.length > NAMES_READ_OUT
    ? texts.racers(racers.length)
    : formatList(racers.map(shownName))
}

export interface RankedRacer extends RacerLabel {
  readonly rank: number
  /** null: hidden. */
  readonly event_points: number | null
  readonly is_disqualified?: true | undefined
  readonly is_unranked?: true | undefined
}

/** Names everybody on an uncovered rank; says nothing about a hidden one. */
export function announceRank(rank: number | null, rows: readonly RankedRacer[]): string {
  const racers = rows.filter(
    (row) =>
      row.rank === rank && row.event_points !== null && !row.is_disqualified && !row.is_unranked,
  )
  const [first] = racers
  return first === undefined ? '' : texts.rank(first.rank, listNames(racers), first.event_points)
}
