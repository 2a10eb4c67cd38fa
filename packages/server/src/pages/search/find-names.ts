/** The search in the top bar: docs/decisions/097-search.md */
import { type FoundNames, MOST_FOUND } from '@rollcall/contract/search'
import { isVisible } from '@rollcall/scoring/names'
import type { Racer } from '@rollcall/scoring/racer'
import { type RawBuilder, sql } from 'kysely'
import type pg from 'pg'
import { headsOf } from '../../domain/standings/racer-heads.ts'
import { findHolds } from '../../domain/visibility/public-games.ts'
import type { AppContext } from '../../edge/app-context.ts'
import type { Turns } from '../../edge/turns.ts'
import { ask } from '../../platform/database/ask.ts'
import { readWithin } from '../../platform/database/time-limit.ts'
import { SIMILARITY } from '../../platform/database/trigrams.ts'
import { byBeginning, bySimilarity, canBeMistyped } from './matching.ts'
import type { Question } from './question.ts'
import { selectChannels, selectEvents, selectMaps } from './select-others.ts'
import { selectRacers } from './select-racers.ts'

/** Racers by their addresses: what they are called is looked up at the end. */
type Found = Omit<FoundNames, 'racers'> & { racers: Racer[] }
type Kind = keyof Found

const SELECTS: Record<Kind, (question: Question) => RawBuilder<unknown>> = {
  racers: selectRacers,
  channels: selectChannels,
  maps: selectMaps,
  events: selectEvents,
}
const KINDS = Object.keys(SELECTS) as Kind[]

interface NamesParams {
  text: string
  /** Whether the database can look for similar names. */
  isForgiving: boolean
  /** The caller whose turn the search takes. */
  caller: string
}

/**
 * Names that begin with the text and, of each kind with few of these, names that are similar to it.
 *
 * @throws {ApiError} 503 if the caller has too many searches waiting
 */
export async function findNames(
  context: Pick<AppContext, 'db' | 'pool' | 'now'>,
  searching: Turns,
  { text, isForgiving, caller }: NamesParams,
): Promise<FoundNames> {
  const words = text.trim()
  if (!isVisible(words)) {
    return { racers: [], channels: [], maps: [], events: [] }
  }
  return searching.run(caller, () => find(context, words, isForgiving && canBeMistyped(words)))
}

async function find(
  context: Pick<AppContext, 'db' | 'pool' | 'now'>,
  words: string,
  isForgiving: boolean,
): Promise<FoundNames> {
  const { db, now } = context
  const holds = await findHolds(db, now())
  const begun = await ask<Found>(
    context,
    selectEach(KINDS, { matching: byBeginning(words), holds, limit: MOST_FOUND }),
  )
  const found = isForgiving ? await addSimilar(context, begun, { words, holds }) : begun
  return {
    ...found,
    racers: await headsOf(
      db,
      found.racers.map((address) => ({ address })),
    ),
    events: found.events.map(({ startsAt, endsAt, ...event }) => ({
      ...event,
      startsAt: new Date(startsAt).toISOString(),
      endsAt: new Date(endsAt).toISOString(),
    })),
  }
}

/** Selects one row with a list of each kind. */
function selectEach(kinds: readonly Kind[], question: Question): RawBuilder<Partial<Found>> {
  const lists = kinds.map(
    (kind) => sql`
      (
        select coalesce(json_agg(found), '[]') from (${SELECTS[kind](question)}) as found
      ) as ${sql.ref(kind)}`,
  )
  return sql`select ${sql.join(lists)}`
}

/**
 * How many of the words' trigrams must be in a name. Two letters in the wrong order at the beginning of a word of six
 * leave 0.286 (`csater`); the first letter of a word of three, 0.25, is not enough. Ten times as many names are that
 * much like the words as share half of their trigrams, so they are looked for only where half found too few.
 */
const SIMILARITIES = [0.5, 0.28] as const
/** A third of what other statements may take, and far more than these should. */
const mostMs = (pool: pg.Pool) => Math.round(Number(pool.options.statement_timeout) / 3)

/** Adds names that are like the words to each kind with few names. */
async function addSimilar(
  context: Pick<AppContext, 'db' | 'pool'>,
  begun: Found,
  { words, holds }: Pick<Question, 'holds'> & { words: string },
): Promise<Found> {
  let found = begun
  await readWithin(context.pool, mostMs(context.pool), async (client) => {
    for (const similarity of SIMILARITIES) {
      const kinds = KINDS.filter((kind) => found[kind].length < MOST_FOUND)
      if (kinds.length > 0) {
        await client.query(`set local ${SIMILARITY} = ${similarity}`)
        // As many again, because some of them are those that begin with the words.
        const question = { matching: bySimilarity(words), holds, limit: 2 * MOST_FOUND }
        const similar = await ask<Partial<Found>>(
          { db: context.db, pool: client },
          selectEach(kinds, question),
        )
        found = addEach(found, similar)
      }
    }
  })
  return found
}

const addEach = (found: Found, further: Partial<Found>): Found => ({
  racers: join(found.racers, further.racers),
  channels: join(found.channels, further.channels),
  maps: join(found.maps, further.maps),
  events: join(found.events, further.events),
})

function join<Name>(begun: Name[], similar: Name[] = []): Name[] {
  const known = new Set(begun.map((name) => JSON.stringify(name)))
  const further = similar.filter((name) => !known.has(JSON.stringify(name)))
  return [...begun, ...further].slice(0, MOST_FOUND)
}
