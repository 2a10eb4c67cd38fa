/**
 * Keys that we make for programs: 160 random bits, of which the beginning and the hash are stored. Tokens in addresses
 * have 128 random bits and are stored as they are, so that pages can show the address again.
 */
import { createHash, randomBytes } from 'node:crypto'

const KEY_BYTES = 20
const TOKEN_BYTES = 16
const BASE32 = 'abcdefghijklmnopqrstuvwxyz234567'
/** Long enough to tell keys apart, and far too short to guess the rest. */
const SHOWN_LENGTH = 6

/** The beginning shows that a leaked key is ours, and what it is for. */
export const KEY_MARKS = { upload: 'rck_', api: 'rak_' } as const
type KeyMark = (typeof KEY_MARKS)[keyof typeof KEY_MARKS]

/** A new key, which is shown only once, and the parts of it that we store. */
export function makeKey(mark: KeyMark): { key: string; prefix: string; hash: Buffer } {
  const key = mark + base32(randomBytes(KEY_BYTES))
  return { key, prefix: prefixOf(key), hash: hashKey(key) }
}

/** What may be shown of a key. All marks are equally long. */
export function prefixOf(key: string): string {
  return key.slice(0, KEY_MARKS.upload.length + SHOWN_LENGTH)
}

export function hashKey(key: string): Buffer {
  return createHash('sha256').update(key).digest()
}

/** A token opens what its address shows without sign-in, and nothing else. */
export const makeToken = (): string => randomBytes(TOKEN_BYTES).toString('base64url')

function base32(bytes: Uint8Array): string {
  let bits = 0n
  for (const byte of bytes) {
    bits = (bits << 8n) | BigInt(byte)
  }
  const digits = Array.from({ length: (bytes.length * 8) / 5 }, (_, place) =>
    BASE32.charAt(Number((bits >> BigInt(place * 5)) & 31n)),
  )
  return digits.join('')
}
