import { getLatestVersion, getPatchNote, listPatchNotes } from '@rollcall/contract/releases'
import { queryOptions } from '@tanstack/react-query'
import { type Answer, callApi } from '#api/call-api.ts'

export type PatchNote = Answer<typeof listPatchNotes>[number]
export type LatestVersion = Exclude<Answer<typeof getLatestVersion>, { error: string }>

export const latestVersionQuery = queryOptions({
  queryKey: ['releases', 'latest-version'],
  queryFn: ({ signal }) => callApi(getLatestVersion, { signal }),
})

export const patchNotesQuery = queryOptions({
  queryKey: ['releases', 'patch-notes'],
  queryFn: ({ signal }) => callApi(listPatchNotes, { signal }),
})

/** Loaded for editing: never cached, and never reloaded while somebody is typing. */
export function patchNoteQuery(id: string) {
  return queryOptions({
    queryKey: ['releases', 'patch-note', id],
    queryFn: ({ signal }) => callApi(getPatchNote, { params: { id }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnReconnect: false,
  })
}
