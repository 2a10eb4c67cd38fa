import {
  getChannelStats,
  getLifetimeStats,
  getSeasonChannelStats,
  listRacerChannelSeasons,
  listRacerChannels,
  listRacerSeasonChannels,
  listRacerSeasons,
} from '@rollcall/contract/dashboard'
import { listSeasons } from '@rollcall/contract/leaderboards'
import { queryOptions } from '@tanstack/react-query'
import { callApi } from '#api/call-api.ts'

export const lifetimeStatsQuery = queryOptions({
  queryKey: ['dashboard', 'lifetime'],
  queryFn: ({ signal }) => callApi(getLifetimeStats, { signal }),
})

export const racerSeasonsQuery = queryOptions({
  queryKey: ['dashboard', 'seasons'],
  queryFn: ({ signal }) => callApi(listRacerSeasons, { signal }),
})

/** All seasons, not only the user's; shares its cache entry with the leaderboards. */
export const allSeasonsQuery = queryOptions({
  queryKey: ['leaderboards', 'seasons'],
  queryFn: ({ signal }) => callApi(listSeasons, { signal }),
})

/** The channels of one season, or of all seasons if null. */
export function racerChannelsQuery(season: string | null) {
  return queryOptions({
    queryKey: ['dashboard', 'channels', season],
    queryFn: ({ signal }) =>
      season === null
        ? callApi(listRacerChannels, { signal })
        : callApi(listRacerSeasonChannels, { params: { season }, signal }),
  })
}

export function channelSeasonsQuery(channelName: string) {
  return queryOptions({
    queryKey: ['dashboard', 'channel-seasons', channelName],
    queryFn: ({ signal }) => callApi(listRacerChannelSeasons, { params: { channelName }, signal }),
  })
}

/** One channel's numbers in one season, or in all if null; another season's numbers stay as a placeholder. */
export function channelStatsQuery(channelName: string, season: string | null) {
  return queryOptions({
    queryKey: ['dashboard', 'channel', channelName, season],
    queryFn: ({ signal }) =>
      season === null
        ? callApi(getChannelStats, { params: { channelName }, signal })
        : callApi(getSeasonChannelStats, { params: { season, channelName }, signal }),
    placeholderData: (shown, query) => (query?.queryKey[2] === channelName ? shown : undefined),
  })
}
