/**
 * A row of an event leaderboard. Its fields are spelled as in the API, because the web merges the rows that it gets;
 * the database has names of its own, such as `race_games`.
 */
import type { Term } from './explanation.ts'
import type { RacerLabel } from './racer.ts'

/**
 * One racer on one streamer's board, or on several merged boards. Null means that no file says it; it is shown as a
 * dash.
 */
export interface BoardRow extends RacerLabel {
  /** The `display_name` on merged boards, if it differs there. */
  merged_name?: string | undefined
  /** Up to 2 decimals; may be negative. */
  event_points: number
  /** Season points, which are not part of the event points. */
  race_points: number | null
  race_wins: number
  race_races: number
  race_hs: number | null
  br_points: number | null
  br_wins: number
  br_races: number
  br_hs: number | null
  kills: number | null
  /** How often the racer was eliminated in races and royales. */
  eliminations: number | null
  crown_wins: number
  /** They sum exactly to `event_points`; missing if nobody asked for an explanation. */
  terms?: readonly Term[]
}

export interface ExplainedRow extends BoardRow {
  terms: readonly Term[]
}

/** If one number is unknown, the sum is the known one; null only if both are unknown. */
export function addKnown(a: number | null, b: number | null): number | null {
  return a === null ? b : a + (b ?? 0)
}
