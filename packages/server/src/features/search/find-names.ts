/** The search in the top bar: docs/decisions/097-search.md */
import { type FoundNames, MOST_FOUND } from '@rollcall/contract/search'
import type { Racer } from '@rollcall/scoring/racer'
import { type RawBuilder, sql } from 'kysely'
import type { AppContext } from '../../app-context.ts'
import { ask } from '../../database/ask.ts'
import { findHolds } from '../events/public-games.ts'
import { headsOf } from '../racers/racer-heads.ts'
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

interface AskedNames {
  text: string
  /** Whether the database can look for similar names. */
  isForgiving: boolean
}

/** Names that begin with the text and, of each kind with few of these, names that are similar to it. */
export async function findNames(
  context: Pick<AppContext, 'db' | 'pool' | 'now'>,
  { text, isForgiving }: AskedNames,
): Promise<FoundNames> {
  const { db, now } = context
  const words = text.trim()
  if (words === '') {
    return { racers: [], channels: [], maps: [], events: [] }
  }
  const holds = await findHolds(db, now())
  const begun = await ask<Found>(
    context,
    selectEach(KINDS, { matching: byBeginning(words), holds, limit: MOST_FOUND }),
  )
  const found =
    isForgiving && canBeMistyped(words)
      ? // As many again, because some of them are those that begin with the words.
        await addSimilar(context, begun, {
          matching: bySimilarity(words),
          holds,
          limit: 2 * MOST_FOUND,
        })
      : begun
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

async function addSimilar(
  context: Pick<AppContext, 'db' | 'pool'>,
  begun: Found,
  question: Question,
): Promise<Found> {
  const few = KINDS.filter((kind) => begun[kind].length < MOST_FOUND)
  if (few.length === 0) {
    return begun
  }
  const similar = await ask<Partial<Found>>(context, selectEach(few, question))
  return {
    racers: join(begun.racers, similar.racers),
    channels: join(begun.channels, similar.channels),
    maps: join(begun.maps, similar.maps),
    events: join(begun.events, similar.events),
  }
}

function join<Name>(begun: Name[], similar: Name[] = []): Name[] {
  const known = new Set(begun.map((name) => JSON.stringify(name)))
  const further = similar.filter((name) => !known.has(JSON.stringify(name)))
  return [...begun, ...further].slice(0, MOST_FOUND)
}
