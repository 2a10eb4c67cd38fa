/** What the forms of events and series load. */
import { getEvent, getEventSeries, listUserOptions } from '@rollcall/contract/events'
import { listConfigurationOptions } from '@rollcall/contract/scoring'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { callApi } from '#api/call-api.ts'

/** How many users the server answers at most. */
export const STREAMERS_SHOWN = 100
const SEARCH_KEPT_MS = 30_000

/** Users of that name; while the next search is on its way, those of the last stay as placeholder. */
export function streamersQuery(search: string) {
  return queryOptions({
    queryKey: ['events', 'streamers', search],
    queryFn: ({ signal }) => callApi(listUserOptions, { query: { search }, signal }),
    placeholderData: keepPreviousData,
    staleTime: SEARCH_KEPT_MS,
  })
}

export const leaderboardOptionsQuery = queryOptions({
  queryKey: ['scoring', 'options'],
  queryFn: ({ signal }) => callApi(listConfigurationOptions, { signal }),
})

/** Loaded once a visit: what is being typed must not change under the hand. */
export function eventQuery(id: string) {
  return queryOptions({
    queryKey: ['events', 'event', id],
    queryFn: ({ signal }) => callApi(getEvent, { params: { id }, signal }),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  })
}

export function seriesQuery(id: string) {
  return queryOptions({
    queryKey: ['events', 'series', id],
    queryFn: ({ signal }) => callApi(getEventSeries, { params: { id }, signal }),
  })
}
