import { normalLogin } from '@rollcall/scoring/racer'
import { type RawBuilder, sql } from 'kysely'

/** How names are compared with the search words. */
export interface Matching {
  isMatch: (name: RawBuilder<string>) => RawBuilder<boolean>
  /** Of a name that matches: the lowest first. */
  distance: (name: RawBuilder<string>) => RawBuilder<unknown>
}

/** Sorts behind every other character. */
const LAST_CHARACTER = '\u{10ffff}'

/** Names that begin with the words, in alphabetical order, so that the same name comes first. */
export function byBeginning(text: string): Matching {
  const words = normalLogin(text)
  return {
    isMatch: (name) =>
      sql<boolean>`${name} collate "C" between ${words} and ${words + LAST_CHARACTER}`,
    distance: (name) => sql`${name} collate "C"`,
  }
}

/**
 * Names that are like the words in spite of typing mistakes: some part of the name has many of the words' trigrams. Of
 * equally similar names, the shortest comes first. Needs the trigram indexes.
 */
export function bySimilarity(text: string): Matching {
  const words = normalLogin(text)
  return {
    isMatch: (name) => sql<boolean>`${name} %> ${words}`,
    distance: (name) => sql`(${name} <->> ${words}) + length(${name})::float8 / 1000000`,
  }
}

/** Shorter words have too few trigrams to be similar to anything. */
const SHORTEST = 3

/** Whether similar names can be looked for: trigrams are made of Latin letters only. */
export function canBeMistyped(text: string): boolean {
  return text.length >= SHORTEST && /\p{Script=Latin}/u.test(text)
}
