import { searchNames } from '@rollcall/contract/search'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { type Answer, callApi } from '#api/call-api.ts'

export type FoundNames = Answer<typeof searchNames>

const FRESH_MS = 60_000

export function namesQuery(text: string) {
  return queryOptions({
    queryKey: ['search', text],
    queryFn: ({ signal }) =>
      // Everybody finds the same, so no session is sent: one that has ended would be refused.
      callApi(searchNames, { query: { q: text }, token: null, signal }),
    enabled: text !== '',
    placeholderData: keepPreviousData,
    staleTime: FRESH_MS,
    meta: { isPublic: true },
  })
}
