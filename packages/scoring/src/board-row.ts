/** A row of an event leaderboard, spelled as the API sends it: the web merges rows as it got them. */
import type { Term } from './explanation.ts'
import type { RacerLabel } from './racer.ts'

/**
 * One racer on one streamer's board, or on several merged. What the files do not tell is null, shown as
 * a dash.
 */
export interface BoardRow extends RacerLabel {
  /** What `display_name` is where boards are merged, if it is another one there. */
  merged_name?: string | undefined
  /** Up to 2 decimals; can be negative. */
  event_points: number
  /** Season points; not part of the event points. */
  race_points: number | null
  race_wins: number
  race_races: number
  race_hs: number | null
  br_points: number | null
  br_wins: number
  br_races: number
  br_hs: number | null
  kills: number | null
  /** Times the racer was eliminated in races and royales. */
  eliminations: number | null
  crown_wins: number
  /** Sum exactly to `event_points`; absent where no explanation was asked for. */
  terms?: readonly Term[]
}

export interface ExplainedRow extends BoardRow {
  terms: readonly Term[]
}

/** The sum of a known and an unknown number is the known one; null only where both are unknown. */
export function addKnown(a: number | null, b: number | null): number | null {
  return a === null ? b : a + (b ?? 0)
}
