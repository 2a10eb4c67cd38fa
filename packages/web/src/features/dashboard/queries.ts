import {
  getChannelStats,
  getLifetimeStats,
  getSeasonChannelStats,
  listPositions,
  listRacerChannelSeasons,
  listRacerChannels,
  listRacerSeasonChannels,
  listRacerSeasons,
} from '@rollcall/contract/dashboard'
import { listSeasons } from '@rollcall/contract/leaderboards'
import { queryOptions } from '@tanstack/react-query'
import { type Answer, callApi } from '#api/call-api.ts'

export type Positions = Answer<typeof listPositions>
export type Position = Positions['channels'][number]

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

/** The key of the user's ranks. */
export const POSITIONS_KEY = ['dashboard', 'positions']

/** On how many channels the first page shows the user's rank. */
const SHOWN_FIRST = 3

/** How soon to look again if this computer's clock is ahead of the server's. */
const CLOCKS_DIFFER_MS = 60_000

/** The user's ranks in the current season, where they have the most points. */
export const currentPositionsQuery = queryOptions({
  queryKey: [...POSITIONS_KEY, 'current'],
  queryFn: ({ signal }) => callApi(listPositions, { query: { most: String(SHOWN_FIRST) }, signal }),
  // When the marble day changes.
  refetchInterval: ({ state: { data } }) =>
    data === undefined ? false : Math.max(CLOCKS_DIFFER_MS, Date.parse(data.endsAt) - Date.now()),
})

/** The user's ranks on channels in a season, or in all seasons if null, by the channel's id. */
export function channelPositionsQuery(season: string | null) {
  return queryOptions({
    queryKey: [...POSITIONS_KEY, season],
    queryFn: ({ signal }) => callApi(listPositions, { query: { season: season ?? 'all' }, signal }),
    select: ({ channels }) => new Map(channels.map((each) => [each.channelId, each])),
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
