/** The streamer's settings: where the game writes, and how to reach the site. */

import path from 'node:path'
import { findUploadKey } from '@rollcall/contract/places'
import * as z from 'zod/mini'
import { readStored, writeDurably } from './durable-file.ts'
import type { Connection } from './sender.ts'

const PendingConnection = z.object({
  site: z.string(),
  key: z.string(),
  userCode: z.string(),
  deviceCode: z.string(),
  connectUrl: z.string(),
  expiresAt: z.string(),
  pollSeconds: z.number(),
})
export type PendingConnection = z.infer<typeof PendingConnection>

const CompanionSettings = z.object({
  folder: z.nullable(z.string()),
  connection: z.nullable(z.object({ site: z.string(), key: z.string() })),
  /** A code that the streamer has not confirmed yet. */
  pending: z.nullable(PendingConnection),
})
export type CompanionSettings = z.infer<typeof CompanionSettings>

export interface StoredSettings {
  current(): CompanionSettings
  change(changes: Partial<CompanionSettings>): Promise<void>
}

/** @param given options from the command line; they replace stored settings, and are not stored */
export async function openSettings(
  file: string,
  given: Partial<CompanionSettings>,
): Promise<StoredSettings> {
  let stored = (await readStored(file, CompanionSettings)) ?? {
    folder: null,
    connection: null,
    pending: null,
  }
  return {
    current: () => ({ ...stored, ...given }),
    async change(changes) {
      stored = { ...stored, ...changes }
      for (const name of Object.keys(changes) as (keyof CompanionSettings)[]) {
        delete given[name]
      }
      await writeDurably(file, JSON.stringify(stored))
    },
  }
}

/**
 * Reads a site and a key as somebody typed them. A companion address contains both.
 *
 * @throws {Error} with a sentence for the person who typed them
 */
export function connectionFrom(address: string, key: string): Connection {
  const url = siteAddress(address)
  const inAddress = findUploadKey(url.pathname)
  const given = key.trim() || inAddress
  if (!given || !/^[\w-]{8,200}$/.test(given)) {
    throw new Error('This is not an upload key. Copy all of it from My Uploads on the site.')
  }
  return { site: url.origin, key: given }
}

/** @throws {Error} with a sentence for the person who typed it */
export function siteAddress(typed: string): URL {
  const url = URL.parse(typed.includes('://') ? typed.trim() : `https://${typed.trim()}`)
  if (url === null || !['http:', 'https:'].includes(url.protocol)) {
    throw new Error('This is not the address of a site. Copy it from the browser.')
  }
  return url
}

/** Reads a folder as somebody typed or pasted it, perhaps in quotation marks. */
export function folderFrom(typed: string): string {
  const folder = typed.trim().replace(/^"(.*)"$/, '$1')
  if (!path.isAbsolute(folder)) {
    throw new Error('Enter the full path of the folder, starting with the drive or the root.')
  }
  return path.normalize(folder)
}
