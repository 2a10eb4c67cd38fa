import {
  getControlRoom,
  getOwnOverlay,
  getStage,
  listConcerningShows,
  listControlRows,
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

/** The key of what the control room refetches when the show or its event has changed. */
export function roomKey(eventId: string) {
  return ['show', 'room', eventId] as const
}

/** Shows a view from the stream instead of asking. */
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

export interface RowsPage {
  readonly page: number
  readonly search: string
}

export function controlRowsQuery(
  eventId: string,
  { page, search, userId }: RowsPage & { readonly userId: number | null },
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

/** The event's standings before the show: what the overlay shows, and the first page of the control room's list. */
export function standingsQuery(eventId: string) {
  return controlRowsQuery(eventId, { page: 1, search: '', userId: null })
}

export const ownOverlayQuery = queryOptions({
  queryKey: ['show', 'own-overlay'],
  queryFn: ({ signal }) => callApi(getOwnOverlay, { signal }),
})

export const concerningShowsQuery = queryOptions({
  queryKey: ['show', 'concerning'],
  queryFn: ({ signal }) => callApi(listConcerningShows, { signal }),
})
