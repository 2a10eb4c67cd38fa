import {
  findOwnRow,
  LEADERBOARD_PAGE_SIZE,
  listSeasons,
  pageOfLeaderboard,
} from '@rollcall/contract/leaderboards'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Answer } from '#api/call-api.ts'
import { asking, everythingAbout } from '#api/query-keys.ts'
import type { LeaderboardView } from './leaderboard-view.ts'

export type Season = Answer<typeof listSeasons>[number]
export type LeaderboardRow = Answer<typeof pageOfLeaderboard>['data'][number]

export type OwnPlace = NonNullable<Answer<typeof findOwnRow>['own']>

/** The key of all pages and ranks, which are refetched when the season has changed. */
const BOARDS = { boards: 'seasons' }
export const PAGES_KEY = everythingAbout(BOARDS)

export const seasonsQuery = queryOptions({
  ...asking(listSeasons, {}),
})

/** One page; while another one loads, the previous rows stay as a placeholder. */
export function leaderboardQuery(
  view: LeaderboardView,
  season: number | undefined,
  { isPublic }: { isPublic: boolean },
) {
  const { channel, page, sortBy, sortOrder } = view
  // Without a season the query is disabled; no season has the id 0.
  const body = {
    channel,
    season: season ?? 0,
    page,
    limit: LEADERBOARD_PAGE_SIZE,
    sortBy,
    sortOrder,
  }
  return queryOptions({
    ...asking(pageOfLeaderboard, { body, ...(isPublic && { token: null }) }, BOARDS),
    enabled: season !== undefined,
    placeholderData: keepPreviousData,
  })
}

/** The rank of the user's own channel in the view's order, whatever page or search is shown. */
export function ownRankQuery({ sortBy, sortOrder }: LeaderboardView, season: number | undefined) {
  const query = { season: String(season ?? 0), sortBy, sortOrder }
  return queryOptions({
    ...asking(findOwnRow, { query }, BOARDS),
    enabled: season !== undefined,
    placeholderData: keepPreviousData,
    select: ({ own }) => own,
  })
}
