import type { ExportFormat } from '@rollcall/contract/endpoint'
import {
  getEvent,
  getEventSeries,
  getEventSummary,
  listEvents,
  listUserOptions,
} from '@rollcall/contract/events'
import {
  explainEventRow,
  exportEventBoard,
  getEventLeaderboard,
} from '@rollcall/contract/events-boards'
import { listBlockedOrganisers, listLeftEvents } from '@rollcall/contract/events-participation'
import { findOwnEventRow, listMyResults } from '@rollcall/contract/events-results'
import { listSeals } from '@rollcall/contract/events-seals'
import { listConfigurationOptions, listConfigurations } from '@rollcall/contract/scoring'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { type Answer, callApi } from '#api/call-api.ts'
import { type DownloadOptions, downloadFile } from '#api/download-file.ts'

export type MyEvents = Answer<typeof listEvents>
export type Configuration = Answer<typeof listConfigurations>[number]
export type EventDetail = Answer<typeof getEvent>
export type EventSeries = Answer<typeof getEventSeries>[number]
export type SeriesEvent = EventSeries['events'][number]
export type MyResult = Answer<typeof listMyResults>['results'][number]
export type EventBoardAnswer = Answer<typeof getEventLeaderboard>
export type EventBoard = Extract<EventBoardAnswer, readonly unknown[]>[number]
export type EventBoardPage = Extract<EventBoardAnswer, { rows: unknown }>

/** The key of everything that changes with the results of an event. */
export const eventBoardsKey = (eventId: string) => ['events', 'boards', eventId] as const

interface BoardPageRequest {
  /** A streamer's user id, `all` for All Streamers, or `own` for the user's own board if there is one. */
  readonly streamer: number | 'all' | 'own'
  readonly page: number
}

/**
 * A page of an event's board; other servers may answer with all boards. It is loaded again only after a live change,
 * and the page stops following changes once its reveal has begun: ranks that change during a reveal would spoil it.
 */
export function eventBoardQuery(eventId: string, { streamer, page }: BoardPageRequest) {
  const queryKey = [...eventBoardsKey(eventId), streamer, page] as const
  return queryOptions({
    queryKey,
    queryFn: ({ client, signal }) => {
      const seen = client.getQueryData<EventBoardAnswer>(queryKey)
      // If the user's own board appears later, it does not replace the board on screen.
      const asked = streamer === 'own' && isPage(seen) ? (seen.userId ?? 'all') : streamer
      const query = { page: String(page), streamer: String(asked) }
      return callApi(getEventLeaderboard, { params: { id: eventId }, query, signal })
    },
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
}

export function isPage(answer: EventBoardAnswer | undefined): answer is EventBoardPage {
  return answer !== undefined && 'rows' in answer
}

export function eventSummaryQuery(eventId: string) {
  return queryOptions({
    // The held results change with the boards.
    queryKey: [...eventBoardsKey(eventId), 'summary'],
    queryFn: ({ signal }) => callApi(getEventSummary, { params: { id: eventId }, signal }),
    refetchOnWindowFocus: false,
  })
}

/** The reader's own row on an open board, and its neighbours. */
export function ownEventRowQuery(eventId: string, streamer: number | 'all') {
  return queryOptions({
    queryKey: [...eventBoardsKey(eventId), 'own', streamer],
    queryFn: ({ signal }) =>
      callApi(findOwnEventRow, {
        params: { id: eventId },
        query: { streamer: String(streamer) },
        signal,
      }),
    select: ({ own }) =>
      own && {
        row: listedRow(own.row),
        above: own.above && listedRow(own.above),
        below: own.below && listedRow(own.below),
      },
    refetchOnWindowFocus: false,
  })
}

const listedRow = (row: EventBoardPage['rows'][number]) => ({ ...row, id: row.racer_name })

/** The events in which the reader raced, ten at a time. */
export function myResultsQuery(page: number) {
  return queryOptions({
    queryKey: ['events', 'results', page],
    queryFn: ({ signal }) => callApi(listMyResults, { query: { page: String(page) }, signal }),
    placeholderData: keepPreviousData,
  })
}

export interface RowToExplain {
  readonly eventId: string
  readonly racer: string
  /** null: the racer's row for All Streamers. */
  readonly userId: number | null
}

export function rowExplanationQuery({ eventId, racer, userId }: RowToExplain) {
  return queryOptions({
    queryKey: ['events', 'explanation', eventId, racer, userId],
    queryFn: ({ signal }) =>
      callApi(explainEventRow, {
        params: { id: eventId },
        query: { racer, ...(userId !== null && { userId: String(userId) }) },
        signal,
      }),
    refetchOnWindowFocus: false,
  })
}

export const sealsQuery = queryOptions({
  queryKey: ['events', 'seals'],
  queryFn: ({ signal }) => callApi(listSeals, { signal }),
})

export const myEventsQuery = queryOptions({
  queryKey: ['events', 'mine'],
  queryFn: ({ signal }) => callApi(listEvents, { signal }),
})

export const leftEventsQuery = queryOptions({
  queryKey: ['events', 'left'],
  queryFn: ({ signal }) => callApi(listLeftEvents, { signal }),
})

export const blockedOrganisersQuery = queryOptions({
  queryKey: ['events', 'blocked-organisers'],
  queryFn: ({ signal }) => callApi(listBlockedOrganisers, { signal }),
})

export const myConfigurationsQuery = queryOptions({
  queryKey: ['scoring', 'configurations'],
  queryFn: ({ signal }) => callApi(listConfigurations, { signal }),
})

const SEARCH_STALE_MS = 30_000

/** Users whose names contain the search; while the next search loads, the last results stay as a placeholder. */
export function streamersQuery(search: string) {
  return queryOptions({
    queryKey: ['events', 'streamers', search],
    queryFn: ({ signal }) => callApi(listUserOptions, { query: { search }, signal }),
    placeholderData: keepPreviousData,
    staleTime: SEARCH_STALE_MS,
  })
}

export const leaderboardOptionsQuery = queryOptions({
  queryKey: ['scoring', 'options'],
  queryFn: ({ signal }) => callApi(listConfigurationOptions, { signal }),
})

/** Loaded once per visit: the form must not change while somebody is typing. */
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

interface EventFile {
  readonly streamer: number | 'all'
  readonly content: 'board' | 'explanations'
  readonly format: ExportFormat
}

/** All rows of an event's board, or where their points come from, as a file. */
export function downloadEventBoard(
  eventId: string,
  { streamer, content, format }: EventFile,
  options: DownloadOptions,
): Promise<Blob> {
  return downloadFile(exportEventBoard, {
    params: { id: eventId },
    query: { streamer: String(streamer), content, format },
    ...options,
  })
}
