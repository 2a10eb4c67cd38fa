import { listPublicEvents } from '@rollcall/contract/events-public'
import { MINUTE_MS } from '@rollcall/formats/durations'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { asking } from '#api/query-keys.ts'

/** Asks again after some time: an event begins, ends or is won while somebody looks. */
export function publicEventsQuery(page = 1) {
  return queryOptions({
    // Without a session: one that has ended would be refused.
    ...asking(listPublicEvents, { query: { page: String(page) }, token: null }),
    placeholderData: keepPreviousData,
    refetchInterval: MINUTE_MS,
  })
}
