import { getLeague, getRoundProposal } from '@rollcall/contract/leagues'
import { getLeaguePrizes } from '@rollcall/contract/leagues-prizes'
import { listObjections } from '@rollcall/contract/objections'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Answer } from '#api/call-api.ts'
import { asking } from '#api/query-keys.ts'

export type League = Extract<Answer<typeof getLeague>, { rows: unknown }>

/** A page of a series' table, and its rules. */
export function leagueQuery(
  id: string,
  { page, search, division = null }: { page: number; search: string; division?: number | null },
) {
  const ofDivision = division === null ? {} : { division: String(division) }
  return queryOptions({
    ...asking(getLeague, { params: { id }, query: { page: String(page), search, ...ofDivision } }),
    placeholderData: keepPreviousData,
  })
}

/** What a final round's results would be now. */
export function proposalQuery(id: string, eventId: number) {
  return queryOptions(asking(getRoundProposal, { params: { id, eventId: String(eventId) } }))
}

/** What people said against a round. */
export function objectionsQuery(eventId: number) {
  return queryOptions(asking(listObjections, { params: { eventId: String(eventId) } }))
}

/** What the first rows win, for those who may say so. */
export function prizesQuery(id: string) {
  return queryOptions(asking(getLeaguePrizes, { params: { id } }))
}
