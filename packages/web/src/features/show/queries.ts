import {
  explainPublicRow,
  getControlRoom,
  getOwnOverlay,
  getPublicShow,
  getStage,
  listConcerningShows,
  listControlRows,
  listPublicRows,
} from '@rollcall/contract/show'
import type { ShowView } from '@rollcall/contract/show-view'
import {
  keepPreviousData,
  type QueryClient,
  type QueryKey,
  queryOptions,
} from '@tanstack/react-query'
import { callApi } from '#api/call-api.ts'
import { newestView } from './newest-view.ts'

/** What the control room asks for again when the show, or what it knows of the event, has changed. */
export function roomKey(eventId: string) {
  return ['show', 'room', eventId] as const
}

/** Shows what a stream has brought instead of asking. */
export function showView(client: QueryClient, queryKey: QueryKey, view: ShowView): void {
  void client.cancelQueries({ queryKey, exact: true })
  client.setQueryData<ShowView>(queryKey, (shown) => newestView(shown, view))
}

export function controlRoomQuery(eventId: string) {
  return queryOptions({
    queryKey: [...roomKey(eventId), 'control'],
    queryFn: ({ signal }) => callApi(getControlRoom, { params: { id: eventId }, signal }),
  })
}

export function stageQuery(eventId: string) {
  return queryOptions({
    queryKey: ['show', 'stage', eventId],
    queryFn: ({ signal }) => callApi(getStage, { params: { id: eventId }, signal }),
  })
}

interface PageOfRows {
  readonly page: number
  readonly search: string
}

export function controlRowsQuery(
  eventId: string,
  { page, search, userId }: PageOfRows & { readonly userId: number | null },
) {
  return queryOptions({
    queryKey: [...roomKey(eventId), 'rows', page, search, userId],
    queryFn: ({ signal }) =>
      callApi(listControlRows, {
        params: { id: eventId },
        query: { page: String(page), search, ...(userId !== null && { userId: String(userId) }) },
        signal,
      }),
    placeholderData: keepPreviousData,
  })
}

/** How the event stands before the show: what the overlay shows, and the first page of the control room's list. */
export function standingsQuery(eventId: string) {
  return controlRowsQuery(eventId, { page: 1, search: '', userId: null })
}

export function publicKey(token: string) {
  return ['show', 'public', token] as const
}

/** What somebody has looked up on the public page's board; each new view may show more of it. */
export function publicBoardKey(token: string) {
  return [...publicKey(token), 'board'] as const
}

export function publicShowQuery(token: string) {
  return queryOptions({
    queryKey: [...publicKey(token), 'view'],
    // Nobody's session: the link is all it takes.
    queryFn: ({ signal }) => callApi(getPublicShow, { params: { token }, token: null, signal }),
  })
}

export function publicRowsQuery(token: string, { page, search }: PageOfRows) {
  return queryOptions({
    queryKey: [...publicBoardKey(token), 'rows', page, search],
    queryFn: ({ signal }) =>
      callApi(listPublicRows, {
        params: { token },
        query: { page: String(page), search },
        token: null,
        signal,
      }),
    placeholderData: keepPreviousData,
  })
}

export function publicExplanationQuery(token: string, row: string) {
  return queryOptions({
    queryKey: [...publicBoardKey(token), 'explanation', row],
    queryFn: ({ signal }) =>
      callApi(explainPublicRow, { params: { token }, query: { row }, token: null, signal }),
  })
}

export const ownOverlayQuery = queryOptions({
  queryKey: ['show', 'own overlay'],
  queryFn: ({ signal }) => callApi(getOwnOverlay, { signal }),
})

export const concerningShowsQuery = queryOptions({
  queryKey: ['show', 'concerning'],
  queryFn: ({ signal }) => callApi(listConcerningShows, { signal }),
})
