import type { LeaderboardRow, SortColumn } from '@rollcall/contract/leaderboards'
import { formatAverage, formatNumber } from '#ui/format-number.ts'

export interface LeaderboardColumn {
  /** Heading, and what the contract calls the order. */
  readonly sortBy: SortColumn
  /** How the order is spelt in the address. */
  readonly slug: string
  readonly meaning: string
  readonly show: (row: LeaderboardRow) => string
}

export const sortableColumns: readonly LeaderboardColumn[] = [
  {
    sortBy: 'Total Points',
    slug: 'points',
    meaning: 'Points of all viewers, races and battle royales together',
    show: (row) => formatNumber(row.totalPoints),
  },
  {
    sortBy: 'Total Races',
    slug: 'races',
    meaning: 'Races and battle royales together',
    show: (row) => formatNumber(row.totalRaces),
  },
  {
    sortBy: 'PPR',
    slug: 'ppr',
    meaning: 'Points per race',
    show: (row) => formatAverage(row.pointsPerRace),
  },
  {
    sortBy: 'Race HS',
    slug: 'race-hs',
    meaning: 'Race high score',
    show: (row) => formatNumber(row.raceHighScore),
  },
  {
    sortBy: 'BR HS',
    slug: 'br-hs',
    meaning: 'Battle royale high score',
    show: (row) => formatNumber(row.battleRoyaleHighScore),
  },
]
