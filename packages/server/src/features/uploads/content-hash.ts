import { createHash } from 'node:crypto'

/** SHA-256 (hex) of what a file says, in the form that `@rollcall/formats` gives it. */
export function contentHash(content: string): string {
  return createHash('sha256').update(content).digest('hex')
}
