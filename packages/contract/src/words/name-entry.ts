/**
 * Names in facts that are stored. Who is meant is stored and not what they were called, so that hiding, renaming and
 * deleting change no text: docs/decisions/130-facts-not-sentences.md.
 */

/** The number of a row, or a login as a file or a form wrote it, if nobody is known to have it. */
export type NameEntry = (
  | { readonly racer: number }
  | { readonly user: number }
  | { readonly channel: number }
  | { readonly login: string }
) & {
  /** The display name of a user or channel, if there is one. */
  readonly shown?: true
}

export type StoredFact =
  | string
  | number
  | boolean
  | null
  | NameEntry
  | readonly StoredFact[]
  | { readonly [name: string]: StoredFact | undefined }

export type StoredFacts = { readonly [name: string]: StoredFact | undefined }

export function isNameEntry(fact: StoredFact | undefined): fact is NameEntry {
  if (typeof fact !== 'object' || fact === null || Array.isArray(fact)) {
    return false
  }
  const [entry, ...others] = Object.entries(fact).filter(([name]) => name !== 'shown')
  if (entry === undefined || others.length > 0) {
    return false
  }
  const [kind, who] = entry
  return kind === 'login'
    ? typeof who === 'string'
    : ['racer', 'user', 'channel'].includes(kind) && typeof who === 'number'
}
