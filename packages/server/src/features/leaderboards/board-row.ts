/** A channel's row on a season's leaderboard, as the database gives it to the board in memory. */
import type { SortColumn } from '@rollcall/contract/leaderboards'

export interface BoardRow {
  channelId: number
  /** Lower-cased; what a filter looks in and what ties are listed by. */
  login: string
  /** As shown. */
  name: string
  profileImageUrl: string | null
  points: number
  totalGames: number
  pointsPerGame: number
  /** null: not known; ranks below every score that is. */
  raceHighScore: number | null
  royaleHighScore: number | null
}

/** What a row is ranked by, for each column that a board can be sorted by. */
export const valueIn: Record<SortColumn, (row: BoardRow) => number> = {
  'Total Points': (row) => row.points,
  'Total Races': (row) => row.totalGames,
  PPR: (row) => row.pointsPerGame,
  'Race HS': (row) => row.raceHighScore ?? UNKNOWN,
  'BR HS': (row) => row.royaleHighScore ?? UNKNOWN,
}
export const SORT_COLUMNS = Object.keys(valueIn) as SortColumn[]
/** Of a score that is not known: below every score that is. */
export const UNKNOWN = Number.NEGATIVE_INFINITY
