import type { ExportFormat } from '@rollcall/contract/endpoint'
import {
  getEvent,
  getEventSeries,
  getEventSummary,
  listEvents,
  listUserOptions,
} from '@rollcall/contract/events'
import { findAdjustableRows, listAdjustments } from '@rollcall/contract/events-adjustments'
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
import { asking, everythingAbout } from '#api/query-keys.ts'

export type MyEvents = Answer<typeof listEvents>
export type Configuration = Answer<typeof listConfigurations>[number]
export type EventDetail = Answer<typeof getEvent>
export type EventSeries = Answer<typeof getEventSeries>[number]
export type SeriesEvent = EventSeries['events'][number]
export type MyResult = Answer<typeof listMyResults>['results'][number]
export type EventBoardAnswer = Answer<typeof getEventLeaderboard>
export type EventBoard = Extract<EventBoardAnswer, readonly unknown[]>[number]
export type EventBoardPage = Extract<EventBoardAnswer, { rows: unknown }>

/**
 * Whether the user may edit what is listed. Other servers do not say: there, events belong to their creators, and the
 * listed series to the user.
 */
export function canManage(
  listed: { readonly canManage?: boolean | undefined; readonly createdBy?: number | undefined },
  userId: number | undefined,
): boolean {
  const { createdBy } = listed
  return listed.canManage ?? (createdBy === undefined || createdBy === userId)
}

/** Whether the user may run the show of the listed event; other servers have nobody who may only do that. */
export function canRun(
  listed: Parameters<typeof canManage>[0] & { readonly canRun?: boolean | undefined },
  userId: number | undefined,
): boolean {
  return listed.canRun ?? canManage(listed, userId)
}

/** The key of everything that changes with the results of an event. */
export const eventBoardsKey = (eventId: string) => everythingAbout({ boardsOf: eventId })

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
  const asked = (of: typeof streamer) => ({
    params: { id: eventId },
    query: { page: String(page), streamer: String(of) },
  })
  const question = asking(getEventLeaderboard, asked(streamer), { boardsOf: eventId })
  return queryOptions({
    ...question,
    queryFn: ({ client, signal }) => {
      const seen = client.getQueryData<EventBoardAnswer>(question.queryKey)
      // If the user's own board appears later, it does not replace the board on screen.
      const of = streamer === 'own' && isPage(seen) ? (seen.userId ?? 'all') : streamer
      return callApi(getEventLeaderboard, { ...asked(of), signal })
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
    ...asking(getEventSummary, { params: { id: eventId } }, { boardsOf: eventId }),
    refetchOnWindowFocus: false,
  })
}

/** The reader's own row on an open board, and its neighbours. */
export function ownEventRowQuery(eventId: string, streamer: number | 'all') {
  return queryOptions({
    ...asking(
      findOwnEventRow,
      { params: { id: eventId }, query: { streamer: String(streamer) } },
      { boardsOf: eventId },
    ),
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
    ...asking(listMyResults, { query: { page: String(page) } }),
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
    ...asking(explainEventRow, {
      params: { id: eventId },
      query: { racer, ...(userId !== null && { userId: String(userId) }) },
    }),
    refetchOnWindowFocus: false,
  })
}

/** What organisers have added to rows of All Streamers, or taken off them. */
export function adjustmentsQuery(eventId: string) {
  return queryOptions({
    ...asking(listAdjustments, { params: { id: eventId } }, { boardsOf: eventId }),
    refetchOnWindowFocus: false,
  })
}

/** Rows of the present board of All Streamers whose names contain the words, for those who may adjust them. */
export function adjustableRowsQuery(eventId: string, search: string) {
  return queryOptions({
    ...asking(findAdjustableRows, { params: { id: eventId }, query: { search } }),
    placeholderData: keepPreviousData,
  })
}

export const sealsQuery = queryOptions({
  ...asking(listSeals, {}),
})

export const myEventsQuery = queryOptions({
  ...asking(listEvents, {}),
})

export const leftEventsQuery = queryOptions({
  ...asking(listLeftEvents, {}),
})

export const blockedOrganisersQuery = queryOptions({
  ...asking(listBlockedOrganisers, {}),
})

export const myConfigurationsQuery = queryOptions({
  ...asking(listConfigurations, {}),
})

const SEARCH_STALE_MS = 30_000

/** Users whose names contain the search; while the next search loads, the last results stay as a placeholder. */
export function streamersQuery(search: string) {
  return queryOptions({
    ...asking(listUserOptions, { query: { search } }),
    placeholderData: keepPreviousData,
    staleTime: SEARCH_STALE_MS,
  })
}

export const leaderboardOptionsQuery = queryOptions({
  ...asking(listConfigurationOptions, {}),
})

/** Loaded once per visit: the form must not change while somebody is typing. */
export function eventQuery(id: string) {
  return queryOptions({
    ...asking(getEvent, { params: { id } }),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  })
}

export function seriesQuery(id: string) {
  return queryOptions({
    ...asking(getEventSeries, { params: { id } }),
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
