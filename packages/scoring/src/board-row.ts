/** A row of an event leaderboard, spelled as the API sends it: the web merges rows as it got them. */
import type { Term } from './explanation.ts'

/**
 * One racer on one streamer's board, or on several merged (the specification, section 3). Only the game's
 * points and what is counted out of its files can be unknown: null, shown as a dash.
 */
export interface BoardRow {
  racer_name: string
  /** Up to 2 decimals; can be negative. */
  event_points: number
  /** The file's season points, summed; not part of the event points. */
  race_points: number | null
  race_wins: number
  race_races: number
  /** High score: the most season points in one race. */
  race_hs: number | null
  br_points: number | null
  br_wins: number
  br_races: number
  br_hs: number | null
  /** Made in royales. */
  kills: number | null
  /** How often the racer was eliminated in races and royales. */
  eliminations: number | null
  crown_wins: number
  /** Sum exactly to `event_points`; absent where no explanation was asked for. */
  terms?: readonly Term[]
}

/** A row that says where its points come from. */
export interface ExplainedRow extends BoardRow {
  terms: readonly Term[]
}

/** A sum of known and unknown is the known part; unknown only where nothing is known. */
export function addKnown(a: number | null, b: number | null): number | null {
  return a === null ? b : a + (b ?? 0)
}
