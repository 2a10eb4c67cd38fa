/** Who has entered a league, as everybody, its organisers and the person see it. */
import type { PageAddress, ResponseOf } from '@rollcall/contract/endpoint'
import {
  type EntryKind,
  type getOwnEntry,
  type listEntrants,
  type listEntries,
  type listOwnEntries,
  NAMED_ENTRANTS,
} from '@rollcall/contract/league-entering'
import { shownName } from '@rollcall/scoring/racer'
import { sql } from 'kysely'
import { ApiError } from '../../../../edge/api-error.ts'
import type { Db } from '../../../../platform/database/schema.ts'
import { userNames } from '../../../people/user-names.ts'
import { namesOf } from '../teams/read-teams.ts'
import { IS_FOR_ENTRANTS } from './entered.ts'

type State = 'asked' | 'entered'

interface StoredEntry {
  id: number
  userId: number
  kind: EntryKind
  state: State
  isHidden: boolean
  names: { username: string; display_name?: string }
  page: PageAddress
}

const STATE = sql<State>`(case when entry.entered_at is null then 'asked' else 'entered' end)`

export interface LinkedLeague {
  id: number
  isForEntrants: boolean
  organiserId: number
}

/**
 * The league of a public page.
 *
 * @throws {ApiError} if the token leads nowhere
 */
export async function findLinkedLeague(db: Db, token: string): Promise<LinkedLeague> {
  const league = await db
    .selectFrom('event_series as series')
    .select(['series.id', 'series.created_by as organiserId', IS_FOR_ENTRANTS.as('isForEntrants')])
    .where('series.public_token', '=', token)
    .where('series.league_rules', 'is not', null)
    .executeTakeFirst()
  if (league === undefined) {
    throw new ApiError('no_such_link')
  }
  return league
}

/** Those who ask first, in the order in which they did; then by name. */
async function readEntries(db: Db, seriesId: number): Promise<StoredEntry[]> {
  return db
    .selectFrom('league_entries as entry')
    .innerJoin('users as person', 'person.id', 'entry.user_id')
    .select([
      ...(['entry.id', 'entry.user_id as userId'] as const),
      sql<EntryKind>`entry.kind`.as('kind'),
      STATE.as('state'),
      sql<boolean>`person.hides_name_since is not null`.as('isHidden'),
      userNames('person').as('names'),
      sql<PageAddress>`json_build_object('platform', person.platform, 'login', person.login)`.as(
        'page',
      ),
    ])
    .where('entry.series_id', '=', seriesId)
    .where('entry.left_at', 'is', null)
    .orderBy(sql`entry.entered_at is null`, 'desc')
    .orderBy(sql`case when entry.entered_at is null then entry.asked_at end`)
    .orderBy(sql`lower(person.username)`)
    .orderBy('entry.id')
    .execute()
}

/** For everybody. Nothing in it follows from results. */
export async function describeEntrants(
  db: Db,
  { id, isForEntrants }: LinkedLeague,
): Promise<ResponseOf<typeof listEntrants>> {
  const entered = (await readEntries(db, id)).filter(({ state }) => state === 'entered')
  const streamers = entered.filter(({ kind }) => kind === 'streamer')
  const open = streamers.filter(({ isHidden }) => !isHidden)
  const racers = entered.filter(({ kind }) => kind === 'racer')
  const named = await namedRacers(db, racers)
  return {
    streamers: open.map(({ names, page }) => ({ ...names, page })),
    hiddenStreamers: streamers.length - open.length,
    racers: isForEntrants
      ? {
          named: named.slice(0, NAMED_ENTRANTS).map(({ id: _, ...label }) => label),
          others: Math.max(0, named.length - NAMED_ENTRANTS),
          hidden: racers.length - named.length,
        }
      : null,
  }
}

/** For organisers, who must know whom they let in: streamers' channels have public names. */
export async function describeEntries(
  db: Db,
  seriesId: number,
): Promise<Exclude<ResponseOf<typeof listEntries>, { unauthorized: true }>> {
  const entries = await readEntries(db, seriesId)
  const racers = entries.filter(({ kind }) => kind === 'racer')
  const named = await namedRacers(db, racers)
  return {
    streamers: entries
      .filter(({ kind }) => kind === 'streamer')
      .map(({ id, state, names, page }) => ({ id, state, ...names, page })),
    racers: named,
    hiddenRacers: racers.length - named.length,
  }
}

/** Those who show their names, by name. */
async function namedRacers(db: Db, racers: readonly StoredEntry[]) {
  const labels = await namesOf(
    db,
    racers.map(({ userId }) => userId),
    false,
  )
  return racers
    .flatMap(({ id, userId }) => {
      const label = labels.get(userId)
      return label === undefined ? [] : [{ id, ...label }]
    })
    .toSorted((a, b) => shownName(a).localeCompare(shownName(b), 'en') || a.id - b.id)
}

export async function describeOwnEntry(
  db: Db,
  { league, userId }: { league: LinkedLeague; userId: number },
): Promise<ResponseOf<typeof getOwnEntry>> {
  const person = await db
    .selectFrom('users as person')
    .select([
      sql<boolean>`person.hides_name_since is not null`.as('isHidden'),
      hasChannel(userId).as('canStream'),
    ])
    .where('person.id', '=', userId)
    .executeTakeFirstOrThrow()
  const entries = await db
    .selectFrom('league_entries as entry')
    .select(['entry.id', sql<EntryKind>`entry.kind`.as('kind'), STATE.as('state')])
    .where('entry.series_id', '=', league.id)
    .where('entry.user_id', '=', userId)
    .where('entry.left_at', 'is', null)
    .orderBy('entry.kind')
    .execute()
  return { ...person, isForEntrants: league.isForEntrants, entries }
}

export const hasChannel = (userId: number) =>
  sql<boolean>`exists (select from channels where user_id = ${userId})`

/** Also racers' entries of leagues that everybody may race in by now. */
export async function findOwnEntries(
  db: Db,
  userId: number,
): Promise<ResponseOf<typeof listOwnEntries>> {
  return db
    .selectFrom('league_entries as entry')
    .innerJoin('event_series as series', 'series.id', 'entry.series_id')
    .select([
      ...(['entry.id', 'series.name as league', 'series.public_token as token'] as const),
      sql<EntryKind>`entry.kind`.as('kind'),
      STATE.as('state'),
    ])
    .where('entry.user_id', '=', userId)
    .where('entry.left_at', 'is', null)
    .where('series.league_rules', 'is not', null)
    .orderBy(sql`lower(series.name)`)
    .orderBy('entry.id')
    .execute()
}
