import { explainEventRow, getEvent, getEventLeaderboard } from '@rollcall/contract/events'
import { queryOptions } from '@tanstack/react-query'
import { callApi } from '#api/call-api.ts'

/**
 * The boards of an event. Never asked for again while they are looked at: ranks that move in the
 * middle of a reveal would spoil the show.
 */
export function eventBoardsQuery(eventId: string) {
  return queryOptions({
    queryKey: ['events', 'boards', eventId],
    queryFn: ({ signal }) => callApi(getEventLeaderboard, { params: { id: eventId }, signal }),
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
}

/** What the event is called, for those who may know; the boards do not say. */
export function boardEventQuery(eventId: string) {
  return queryOptions({
    queryKey: ['events', 'name on the board', eventId],
    queryFn: ({ signal }) => callApi(getEvent, { params: { id: eventId }, signal }),
    refetchOnWindowFocus: false,
    select: (event) => ('unauthorized' in event ? null : event.name),
  })
}

export interface RowToExplain {
  readonly eventId: string
  readonly racer: string
  /** null: the racer's rows on all boards together. */
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
