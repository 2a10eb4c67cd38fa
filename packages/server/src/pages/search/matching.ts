import { foldName } from '@rollcall/scoring/names'
import { type RawBuilder, sql } from 'kysely'

/** How names are compared with the search words. */
export interface Matching {
  isMatch: (name: RawBuilder<string>) => RawBuilder<boolean>
  /** The order of names that match: the lowest comes first. */
  distance: (name: RawBuilder<string>) => RawBuilder<unknown>
  /** How many names that match are compared, at most; null: the index has them in order. */
  mostCompared: number | null
}

/**
 * The rows of `from` whose name matches, with their `distance`, the closest first. Callers look at one after the other
 * and stop once they have enough: `offset 0` keeps it so.
 */
export function closestNames(
  { isMatch, distance, mostCompared }: Matching,
  {
    columns,
    from,
    name,
  }: { columns: RawBuilder<unknown>; from: RawBuilder<unknown>; name: RawBuilder<string> },
): RawBuilder<unknown> {
  return sql`
    select *
    from (
      select ${columns}, ${distance(name)} as distance
      from ${from}
      where ${isMatch(name)}
      ${mostCompared === null ? sql`order by distance` : sql`limit ${sql.lit(mostCompared)}`}
    ) as matching
    order by distance
    offset 0`
}

/** Sorts behind every other character. */
const LAST_CHARACTER = '\u{10ffff}'

/** Names that begin with the words, in alphabetical order, so that the same name comes first. */
export function byBeginning(text: string): Matching {
  const words = foldName(text)
  return {
    isMatch: (name) =>
      sql<boolean>`${name} collate "C" between ${words} and ${words + LAST_CHARACTER}`,
    distance: (name) => sql`${name} collate "C"`,
    mostCompared: null,
  }
}

/**
 * Names that are like the words in spite of typing mistakes: some part of the name has as many of the words' trigrams as
 * the connection asks for (`SIMILARITY`). Of equally similar names, the shortest comes first. Needs the trigram indexes.
 */
export function bySimilarity(text: string): Matching {
  const words = foldName(text)
  return {
    isMatch: (name) => sql<boolean>`${name} %> ${words}`,
    distance: (name) => sql`(${name} <->> ${words}) + length(${name})::float8 / 1000000`,
    mostCompared: MOST_COMPARED,
  }
}

/** Words of one letter repeated, or of a common ending, would match every tenth name. */
const MOST_COMPARED = 1_000

/** Shorter words have too few trigrams to be similar to anything; longer ones take the database longer, letter by letter. */
const SHORTEST = 3
const LONGEST = 30

/** Whether similar names can be looked for: trigrams are made of Latin letters only. */
export function canBeMistyped(text: string): boolean {
  return text.length >= SHORTEST && text.length <= LONGEST && /\p{Script=Latin}/u.test(text)
}
