import { listPublicEvents } from '@rollcall/contract/events-public'
import { MINUTE_MS } from '@rollcall/formats/durations'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { callApi } from '#api/call-api.ts'

/** Asks again after some time: an event begins, ends or is won while somebody looks. */
export function publicEventsQuery(page = 1) {
  return queryOptions({
    queryKey: ['events', 'public', page],
    // Without a session: one that has ended would be refused.
    queryFn: ({ signal }) =>
      callApi(listPublicEvents, { query: { page: String(page) }, token: null, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: MINUTE_MS,
    meta: { isPublic: true },
  })
}
