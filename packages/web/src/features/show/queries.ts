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
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { callApi } from '#api/call-api.ts'

/** Everything that a move of the show changes for its organiser lies below this key. */
export function organiserKey(eventId: string) {
  return ['show', 'organiser', eventId] as const
}

export function controlRoomQuery(eventId: string) {
  return queryOptions({
    queryKey: [...organiserKey(eventId), 'control'],
    queryFn: ({ signal }) => callApi(getControlRoom, { params: { id: eventId }, signal }),
  })
}

export function stageQuery(eventId: string) {
  return queryOptions({
    queryKey: [...organiserKey(eventId), 'stage'],
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
    queryKey: [...organiserKey(eventId), 'rows', page, search, userId],
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

export function publicShowQuery(token: string) {
  return queryOptions({
    queryKey: [...publicKey(token), 'view'],
    // Nobody's session: the link is all it takes.
    queryFn: ({ signal }) => callApi(getPublicShow, { params: { token }, token: null, signal }),
  })
}

export function publicRowsQuery(token: string, { page, search }: PageOfRows) {
  return queryOptions({
    queryKey: [...publicKey(token), 'rows', page, search],
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
    queryKey: [...publicKey(token), 'explanation', row],
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
