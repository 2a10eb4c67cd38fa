/** Patch notes and installers made through the API, for journeys that start with some. */

import type { PatchNote } from '@rollcall/contract/releases'
import { openApiClient, type SessionHeader } from '@rollcall/demo/api-client'
import { makeInstaller } from '@rollcall/server/testing/sample-installer'
import { callAs } from './configurations.ts'
import { originUnderTest } from './sessions.ts'
import { ADMIN } from './start-server.ts'

const NOTES = '/api/patch-notes'

function signInAsAdmin(): Promise<SessionHeader> {
  return openApiClient(originUnderTest()).signIn(ADMIN)
}

/**
 * Replaces all patch notes by these.
 *
 * @param notes oldest first, as they were written
 * @returns their ids in that order
 */
export async function replaceNotes(
  notes: readonly Pick<PatchNote, 'title' | 'content'>[],
): Promise<number[]> {
  const session = await signInAsAdmin()
  for (const { id } of await callAs<PatchNote[]>(session, { method: 'GET', path: NOTES })) {
    await callAs(session, { method: 'DELETE', path: `${NOTES}/${id}` })
  }
  const ids: number[] = []
  for (const body of notes) {
    const { id } = await callAs<PatchNote>(session, { method: 'POST', path: NOTES, body })
    ids.push(id)
  }
  return ids
}

/** An installer for a file picker. */
export function installerFile(name: string) {
  const buffer = Buffer.from(makeInstaller(100_000))
  return { name, mimeType: 'application/octet-stream', buffer }
}

export async function uploadInstaller(name: string): Promise<void> {
  const body = new FormData()
  const { buffer } = installerFile(name)
  body.set('file', new File([new Uint8Array(buffer)], name))
  await callAs(await signInAsAdmin(), { method: 'POST', path: '/api/admin/upload', body })
}
