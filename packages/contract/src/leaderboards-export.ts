/** A season's leaderboard as a file; apart from the others, because a page begins without it. */
import * as z from 'zod/mini'
import { endpoint, exportFormat, numberInAddress, searchText } from './endpoint.ts'
import { DEFAULT_SORT, LeaderboardRow, SortColumn, SortOrder } from './leaderboards.ts'

export const exportLeaderboard = endpoint({
  noun: 'leaderboards',
  method: 'GET',
  path: '/api/leaderboard/export',
  access: 'anyone',
  scope: 'read:boards',
  rateLimit: 'exports',
  summary: "All rows of a season's leaderboard, as a file",
  query: z.strictObject({
    season: numberInAddress,
    channel: searchText,
    sortBy: z._default(SortColumn, DEFAULT_SORT),
    sortOrder: z._default(SortOrder, 'DESC'),
    ...exportFormat,
  }),
  response: z.array(LeaderboardRow),
  sendsFile: true,
})
