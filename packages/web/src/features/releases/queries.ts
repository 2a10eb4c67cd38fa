import { getLatestVersion, getPatchNote, listPatchNotes } from '@rollcall/contract/releases'
import { queryOptions } from '@tanstack/react-query'
import type { Answer } from '#api/call-api.ts'
import { asking } from '#api/query-keys.ts'

export type PatchNote = Answer<typeof listPatchNotes>[number]
export type LatestVersion = Exclude<Answer<typeof getLatestVersion>, { error: string }>

export const latestVersionQuery = queryOptions({
  ...asking(getLatestVersion, {}),
})

export const patchNotesQuery = queryOptions({
  ...asking(listPatchNotes, {}),
})

/** Loaded for editing: never cached, and never reloaded while somebody is typing. */
export function patchNoteQuery(id: string) {
  return queryOptions({
    ...asking(getPatchNote, { params: { id } }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnReconnect: false,
  })
}
