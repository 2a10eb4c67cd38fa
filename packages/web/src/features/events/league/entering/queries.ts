import {
  confirmEntry,
  type EntryKind,
  enterLeague,
  getOwnEntry,
  listEntrants,
  listEntries,
  listOwnEntries,
  removeEntry,
  withdrawEntry,
} from '@rollcall/contract/league-entering'
import { queryOptions } from '@tanstack/react-query'
import { type Answer, callApi } from '#api/call-api.ts'
import { asking } from '#api/query-keys.ts'

export type OwnEntry = Answer<typeof getOwnEntry>
export type Entries = Exclude<Answer<typeof listEntries>, { unauthorized: true }>

/** Who has entered the league of a public page; the link is enough. */
export const entrantsQuery = (token: string) =>
  queryOptions(asking(listEntrants, { params: { token }, token: null }))

/** How the reader has entered it. */
export const ownEntryQuery = (token: string) =>
  queryOptions(asking(getOwnEntry, { params: { token } }))

export const ownEntriesQuery = queryOptions(asking(listOwnEntries, {}))

/** For organisers. */
export const entriesQuery = (id: string) => queryOptions(asking(listEntries, { params: { id } }))

export const enter = (token: string, kind: EntryKind) =>
  callApi(enterLeague, { params: { token }, body: { kind } })

export const withdraw = (entryId: number) =>
  callApi(withdrawEntry, { params: { id: String(entryId) } })

export const decisionsAbout = (id: string) => {
  const of = (entryId: number) => ({ params: { id, entryId: String(entryId) } })
  return {
    confirm: (entryId: number) => callApi(confirmEntry, of(entryId)),
    remove: (entryId: number) => callApi(removeEntry, of(entryId)),
  }
}
