import { noteVisit } from '@rollcall/contract/account'
import {
  getChannelStats,
  getLifetimeStats,
  getNews,
  getSeasonChannelStats,
  listNotices,
  listPositions,
  listRacerChannelSeasons,
  listRacerChannels,
  listRacerSeasonChannels,
  listRacerSeasons,
} from '@rollcall/contract/dashboard'
import { listEvents } from '@rollcall/contract/events'
import { listSeasons } from '@rollcall/contract/leaderboards'
import { listOwnLeagues } from '@rollcall/contract/racers-leagues'
import { partialMatchKey, queryOptions } from '@tanstack/react-query'
import type { Answer } from '#api/call-api.ts'
import { answersOf, asking, everythingAbout } from '#api/query-keys.ts'

export type News = Answer<typeof getNews>['news']
export type OwnStream = NonNullable<Answer<typeof getNews>['stream']>
export type Positions = Answer<typeof listPositions>
type ShownNotice = Answer<typeof listNotices>['notices'][number]
export type OffBoardsNotice = Extract<ShownNotice, { kind: 'off-boards' }>
export type ReportAnswer = Extract<ShownNotice, { kind: 'report-answered' }>
export type Position = Positions['channels'][number]

export const lifetimeStatsQuery = queryOptions({
  ...asking(getLifetimeStats, {}),
})

export const racerSeasonsQuery = queryOptions({
  ...asking(listRacerSeasons, {}),
})

/** All seasons, not only the user's; shares its cache entry with the leaderboards. */
export const allSeasonsQuery = queryOptions({
  ...asking(listSeasons, {}),
})

/** The channels of one season, or of all seasons if null. */
export function racerChannelsQuery(season: string | null) {
  return queryOptions({
    ...(season === null
      ? asking(listRacerChannels, {})
      : asking(listRacerSeasonChannels, { params: { season } })),
  })
}

/** What happened since the last visit, and the reader's own stream. */
export const newsQuery = queryOptions({ ...asking(getNews, {}) })

/** The events that the reader runs whose show is to start or to go on; shares its cache entry with My Events. */
export const showsToRevealQuery = queryOptions({
  ...asking(listEvents, {}),
  select: ({ events, eventSeries }) =>
    [
      ...events,
      ...eventSeries.flatMap(({ next, canManage }) => (next ? [{ canManage, ...next }] : [])),
    ].filter(
      ({ todo, canManage, canRun = canManage }) =>
        canRun && (todo === 'ready' || todo === 'revealing'),
    ),
})

const VISIT_NOTED_MS = 600_000

/** Tells the server that the dashboard is open, for as long as it is seen. */
export const visitQuery = queryOptions({
  ...asking(noteVisit, {}),
  refetchInterval: VISIT_NOTED_MS,
})

export const noticesQuery = queryOptions({ ...asking(listNotices, {}) })

/** The reader's running leagues. */
export const ownLeaguesQuery = queryOptions({ ...asking(listOwnLeagues, {}) })

/** The key of the user's ranks. */
export const POSITIONS_KEY = answersOf(listPositions)

/** On how many channels the first page shows the user's rank. */
export const SHOWN_FIRST = 3

/** How soon to look again if this computer's clock is ahead of the server's. */
const CLOCKS_DIFFER_MS = 60_000

/** The user's ranks in the current season, where they have the most points. */
export const currentPositionsQuery = queryOptions({
  ...asking(listPositions, { query: { most: String(SHOWN_FIRST) } }),
  // When the marble day changes.
  refetchInterval: ({ state: { data } }) =>
    data === undefined ? false : Math.max(CLOCKS_DIFFER_MS, Date.parse(data.endsAt) - Date.now()),
})

/** The user's ranks on channels in a season, or in all seasons if null, by the channel's id. */
export function channelPositionsQuery(season: string | null) {
  return queryOptions({
    ...asking(listPositions, { query: { season: season ?? 'all' } }),
    select: ({ channels }) => new Map(channels.map((each) => [each.channelId, each])),
  })
}

export function channelSeasonsQuery(channelName: string) {
  return queryOptions({
    ...asking(listRacerChannelSeasons, { params: { channelName } }),
  })
}

/** One channel's numbers in one season, or in all if null; another season's numbers stay as a placeholder. */
export function channelStatsQuery(channelName: string, season: string | null) {
  const about = { statsOf: channelName }
  return queryOptions({
    ...(season === null
      ? asking(getChannelStats, { params: { channelName } }, about)
      : asking(getSeasonChannelStats, { params: { season, channelName } }, about)),
    placeholderData: (shown, query) =>
      query && partialMatchKey(query.queryKey, everythingAbout(about)) ? shown : undefined,
  })
}
