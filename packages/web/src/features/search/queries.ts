import { searchNames } from '@rollcall/contract/search'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Answer } from '#api/call-api.ts'
import { asking } from '#api/query-keys.ts'

export type FoundNames = Answer<typeof searchNames>

const FRESH_MS = 60_000

export function namesQuery(text: string) {
  return queryOptions({
    // Everybody finds the same, so no session is sent: one that has ended would be refused.
    ...asking(searchNames, { query: { q: text }, token: null }),
    enabled: text !== '',
    placeholderData: keepPreviousData,
    staleTime: FRESH_MS,
  })
}
