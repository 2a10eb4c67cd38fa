import {
  findOwnRow,
  LEADERBOARD_PAGE_SIZE,
  listSeasons,
  pageOfLeaderboard,
} from '@rollcall/contract/leaderboards'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { type Answer, callApi } from '#api/call-api.ts'
import type { LeaderboardView } from './leaderboard-view.ts'

export type Season = Answer<typeof listSeasons>[number]
export type LeaderboardRow = Answer<typeof pageOfLeaderboard>['data'][number]

export type OwnPlace = NonNullable<Answer<typeof findOwnRow>['own']>

/** The key of all pages and ranks, which are refetched when the season has changed. */
export const PAGES_KEY = ['leaderboards', 'page']

export const seasonsQuery = queryOptions({
  queryKey: ['leaderboards', 'seasons'],
  queryFn: ({ signal }) => callApi(listSeasons, { signal }),
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
    queryKey: [...PAGES_KEY, body],
    queryFn: ({ signal }) =>
      callApi(pageOfLeaderboard, { body, signal, ...(isPublic && { token: null }) }),
    enabled: season !== undefined,
    placeholderData: keepPreviousData,
    meta: { isPublic },
  })
}

/** The rank of the user's own channel in the view's order, whatever page or search is shown. */
export function ownRankQuery({ sortBy, sortOrder }: LeaderboardView, season: number | undefined) {
  const query = { season: String(season ?? 0), sortBy, sortOrder }
  return queryOptions({
    queryKey: [...PAGES_KEY, 'own', query],
    queryFn: ({ signal }) => callApi(findOwnRow, { query, signal }),
    enabled: season !== undefined,
    placeholderData: keepPreviousData,
    select: ({ own }) => own,
  })
}
