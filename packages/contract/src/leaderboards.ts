import * as z from 'zod/mini'
import { displayName, endpoint, numberInAddress, reading, searchText } from './endpoint.ts'

export const Season = z.object({
  /** The season's number. */
  id: z.number(),
  name: z.string(),
  /** True for the season shown first. */
  selected: z.boolean(),
})

export const listSeasons = endpoint({
  noun: 'leaderboards',
  method: 'GET',
  path: '/api/leaderboard/seasons',
  access: 'anyone',
  scope: 'read:boards',
  summary: 'The seasons that have a leaderboard, newest first',
  response: z.array(Season),
  reads: z.array(reading(Season, ['id', 'name'])),
})

/** The columns by which a board can be sorted, each with the field of a row that it shows. */
export const SORT_FIELDS = {
  'Total Points': 'totalPoints',
  'Total Races': 'totalRaces',
  PPR: 'pointsPerRace',
  'Race HS': 'raceHighScore',
  'BR HS': 'battleRoyaleHighScore',
} as const

export const SortColumn = z.enum(Object.keys(SORT_FIELDS) as (keyof typeof SORT_FIELDS)[])
export type SortColumn = z.infer<typeof SortColumn>

/** How the page sorts, and a call that does not say how. */
export const DEFAULT_SORT: SortColumn = 'Total Points'

export const SortOrder = z.enum(['ASC', 'DESC'])
export type SortOrder = z.infer<typeof SortOrder>

export const LeaderboardRow = z.object({
  channelId: z.number(),
  rank: z.number(),
  /** Where the channel's page is. */
  platform: z.string(),
  login: z.string(),
  username: z.string(),
  display_name: displayName,
  profileImageUrl: z.nullable(z.string()),
  totalPoints: z.number(),
  totalRaces: z.number(),
  pointsPerRace: z.number(),
  /** null if unknown; shown as a dash. */
  raceHighScore: z.nullable(z.number()),
  battleRoyaleHighScore: z.nullable(z.number()),
})
export type LeaderboardRow = z.infer<typeof LeaderboardRow>

export const LEADERBOARD_PAGE_SIZE = 10
const LEADERBOARD_MAX_PAGE_SIZE = 100

const wholeFromOne = z.int().check(z.minimum(1), z.maximum(1_000_000_000))

export const pageOfLeaderboard = endpoint({
  noun: 'leaderboards',
  method: 'POST',
  path: '/api/leaderboard/',
  access: 'anyone',
  scope: 'read:boards',
  rateLimit: 'search',
  summary: "One page of a season's leaderboard",
  body: z.strictObject({
    /** Part of a channel's name, compared as by `foldName`; `%` and `_` are ordinary characters. */
    channel: searchText,
    season: wholeFromOne,
    page: z._default(wholeFromOne, 1),
    limit: z._default(
      z.int().check(z.minimum(1), z.maximum(LEADERBOARD_MAX_PAGE_SIZE)),
      LEADERBOARD_PAGE_SIZE,
    ),
    sortBy: z._default(SortColumn, DEFAULT_SORT),
    sortOrder: z._default(SortOrder, 'DESC'),
  }),
  response: z.object({ data: z.array(LeaderboardRow), totalPages: z.number() }),
  reads: z.object({
    data: z.array(reading(LeaderboardRow, ['rank', 'username', ...Object.values(SORT_FIELDS)])),
    totalPages: z.number(),
  }),
})

export const findOwnRow = endpoint({
  noun: 'leaderboards',
  method: 'GET',
  path: '/api/leaderboard/own',
  access: 'user',
  rateLimit: 'search',
  summary: "The row of the signed-in user's channel on a season's leaderboard",
  query: z.strictObject({
    season: numberInAddress,
    sortBy: z._default(SortColumn, DEFAULT_SORT),
    sortOrder: z._default(SortOrder, 'DESC'),
  }),
  /** null if the user has no channel there. The page number counts pages of LEADERBOARD_PAGE_SIZE unfiltered rows. */
  response: z.object({
    own: z.nullable(
      z.object({
        row: LeaderboardRow,
        page: z.number(),
        /** The first row with the next better value, and with the next lower; null: there is none. */
        above: z.nullable(LeaderboardRow),
        below: z.nullable(LeaderboardRow),
      }),
    ),
  }),
})
