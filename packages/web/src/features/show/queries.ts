import { getLeagueBoard } from '@rollcall/contract/leagues-board'
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
import { asking, everythingAbout } from '#api/query-keys.ts'
import { newestView } from './show-rows.ts'

/** What the control room shows; it is refreshed together. */
export const aboutRoom = (eventId: string) => ({ room: eventId })

/** The key of what the control room refetches when the show or its event has changed. */
export function roomKey(eventId: string) {
  return everythingAbout(aboutRoom(eventId))
}

/** Shows a view from the stream instead of asking. */
export function showView(client: QueryClient, queryKey: QueryKey, view: ShowView): void {
  void client.cancelQueries({ queryKey, exact: true })
  client.setQueryData<ShowView>(queryKey, (shown) => newestView(shown, view))
}

export function controlRoomQuery(eventId: string) {
  return queryOptions({
    ...asking(getControlRoom, { params: { id: eventId } }, aboutRoom(eventId)),
  })
}

export function stageQuery(eventId: string) {
  return queryOptions({
    ...asking(getStage, { params: { id: eventId } }),
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
    ...asking(
      listControlRows,
      {
        params: { id: eventId },
        query: { page: String(page), search, ...(userId !== null && { userId: String(userId) }) },
      },
      aboutRoom(eventId),
    ),
    placeholderData: keepPreviousData,
  })
}

/** The event's standings before the show: what the overlay shows, and the first page of the control room's list. */
export function standingsQuery(eventId: string) {
  return controlRowsQuery(eventId, { page: 1, search: '', userId: null })
}

/** What a league's overlay shows. */
export function leagueBoardQuery(token: string) {
  return queryOptions({
    ...asking(getLeagueBoard, { params: { token }, query: {}, token: null }),
  })
}

export const ownOverlayQuery = queryOptions({
  ...asking(getOwnOverlay, {}),
})

export const concerningShowsQuery = queryOptions({
  ...asking(listConcerningShows, {}),
})
