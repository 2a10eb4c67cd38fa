/** What Rollcall Companion sends: a key that it makes, and the bodies of its calls. */
import { createHash, randomBytes } from 'node:crypto'

const KEY_LETTERS = 'abcdefghijklmnopqrstuvwxyz234567'

export function makeCompanionKey(): string {
  const letters = [...randomBytes(32)].map((byte) => KEY_LETTERS.charAt(byte % 32))
  return `rck_${letters.join('')}`
}

export function codeRequest(
  key: string,
  { computerName = 'STUDIO-PC' } = {},
): { keyHash: string; computerName: string; version: string } {
  return { keyHash: createHash('sha256').update(key).digest('hex'), computerName, version: '1.0.0' }
}

export function heartbeat(
  uploadKey: string,
  { outboxCount = 0, version = '1.0.0', isFolderFound = true } = {},
): object {
  return { uploadKey, version, isFolderFound, newestFileAt: null, outboxCount }
}
