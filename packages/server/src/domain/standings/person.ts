/** The people behind racers. docs/scoring.md, Racers. */
import { normalLogin, type Racer } from '@rollcall/scoring/racer'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/database/schema.ts'
import {
  ADDRESS_OF_OWNER,
  joinOwners,
  lastOwnerOf,
  ownsAt,
  racersOfUsers,
} from '../people/login-owners.ts'
import { isNameShown } from '../people/racer-names.ts'

/** A racer, and how long the login belonged to the person. null means without a beginning or without an end. */
export interface RacerOfPerson extends Racer {
  racerId: number
  /** The person's games are those that finished from this instant on and before `until`. */
  from: Date | null
  until: Date | null
  /** The seasons whose snapshots count for the person. A snapshot cannot be split. */
  firstSeason: number | null
  lastSeason: number | null
}

/** A user with all of their logins, or a racer whose login nobody has ever owned. */
export interface Person {
  /** null for a racer without an owner. */
  userId: number | null
  /** Where their page is now. */
  address: Racer
  /** The racers with results. A login that belonged to the person twice is in the list twice. */
  racers: readonly RacerOfPerson[]
}

/** Selects the ids of the channels on which the person has points in any season. */
export function channelsOf({ racers }: Person): RawBuilder<unknown> {
  const ids = racers.map(({ racerId }) => racerId)
  return sql`select channel_id from racer_totals where racer_id = any(${ids}::integer[])`
}

interface Row extends RacerOfPerson {
  userId: number
  address: Racer
}

/**
 * Who is at a racer's address: the login's owner, otherwise its last owner, otherwise the racer. null if nobody ever
 * had that name, or if it is hidden: both take the same statements, so nobody can tell them apart by the time.
 *
 * @param viewerId who finds themselves although their name is hidden
 */
export async function findPerson(
  db: Db,
  asked: Racer,
  viewerId: number | null,
): Promise<Person | null> {
  const platform = asked.platform.toLowerCase()
  const login = normalLogin(asked.login)
  const owner = await findUser(
    db,
    lastOwnerOf({ platform, login }),
    sql<boolean>`(owner.hides_name_since is null or owner.id = ${viewerId}::integer)`,
  )
  if (owner !== null) {
    return owner
  }
  const [person] = await listWithoutOwner(
    db,
    sql<boolean>`racer.platform = ${platform} and racer.login = ${login} and ${isNameShown}`,
  )
  return person ?? null
}

/** The user, under all of their logins. */
export async function getPerson(db: Db, userId: number): Promise<Person> {
  const person = await findUser(db, sql`${userId}::integer`)
  if (person === null) {
    throw new Error(`there is no user ${userId}`)
  }
  return person
}

async function findUser(
  db: Db,
  userId: RawBuilder<unknown>,
  isShown = sql<boolean>`true`,
): Promise<Person | null> {
  const { rows } = await sql<{ id: number; address: Racer }>`
    select owner.id, ${ADDRESS_OF_OWNER} as address from users as owner
    where owner.id = ${userId} and ${isShown}`.execute(db)
  const [owner] = rows
  if (owner === undefined) {
    return null
  }
  const racers = await listRacersOf(db, [owner.id])
  return { userId: owner.id, address: owner.address, racers: racers.map(racerOf) }
}

/** Everybody to whom the racers' games may belong. */
export async function listPeople(db: Db, racerIds: readonly number[]): Promise<Person[]> {
  const { rows } = await sql<{ userId: number | null; racerId: number }>`
    select distinct period.user_id as "userId", racer.id as "racerId"
    from racers as racer
    ${joinOwners('racer')}
    where racer.id = any(${racerIds}::integer[])`.execute(db)
  const users = [...new Set(rows.flatMap(({ userId }) => userId ?? []))]
  const byUser = Map.groupBy(await listRacersOf(db, users), ({ userId }) => userId)
  const owners = [...byUser].flatMap(([userId, racers]) => {
    const [first] = racers
    return first === undefined
      ? []
      : { userId, address: first.address, racers: racers.map(racerOf) }
  })
  const withoutOwner = rows.flatMap(({ userId, racerId }) => (userId === null ? racerId : []))
  const others =
    withoutOwner.length === 0
      ? []
      : await listWithoutOwner(db, sql<boolean>`racer.id = any(${withoutOwner}::integer[])`)
  return [...owners, ...others]
}

async function listRacersOf(db: Db, userIds: readonly number[]): Promise<Row[]> {
  if (userIds.length === 0) {
    return []
  }
  const { rows } = await sql<Row>`
    select owned.user_id as "userId", owned.racer_id as "racerId", owned.platform, owned.login,
      owned.started_at as "from", owned.ended_at as "until",
      owned.first_season as "firstSeason", owned.last_season as "lastSeason",
      ${ADDRESS_OF_OWNER} as address
    from ${racersOfUsers(userIds)} as owned
    join users as owner on owner.id = owned.user_id
    order by owned.period_id`.execute(db)
  return rows
}

/** @param which selects rows of the query's `racer` */
async function listWithoutOwner(db: Db, which: RawBuilder<boolean>): Promise<Person[]> {
  const { rows } = await sql<Racer & { racerId: number }>`
    select racer.id as "racerId", racer.platform, racer.login
    from racers as racer
    where ${which}
    order by racer.id`.execute(db)
  return rows.map(({ racerId, platform, login }) => {
    const always = { from: null, until: null, firstSeason: null, lastSeason: null }
    return {
      userId: null,
      address: { platform, login },
      racers: [{ racerId, platform, login, ...always }],
    }
  })
}

const racerOf = ({ userId: _, address: __, ...racer }: Row): RacerOfPerson => racer

/**
 * The racers of people as a query's `owned`: `person` (the position in the list, from 0), `racer_id`, `started_at`,
 * `ended_at`, `first_season`, `last_season`, and `is_whole`: the login never belonged to anybody else. They are rows and
 * not arrays, because PostgreSQL plans a prepared statement with arrays every time: it does not know how long they are.
 */
export function racersOfPeople(people: readonly Person[]): RawBuilder<unknown> {
  const owned = people.flatMap(({ racers }, person) =>
    racers.map((racer) => ({ ...racer, person })),
  )
  const rows = owned.map(
    ({ person, racerId, from, until, firstSeason, lastSeason }) => sql`(
      ${person}::integer, ${racerId}::integer, ${from}::timestamptz, ${until}::timestamptz,
      ${firstSeason}::integer, ${lastSeason}::integer
    )`,
  )
  return sql`(
    select *, started_at is null and ended_at is null as is_whole
    from (values ${sql.join(rows.length === 0 ? [NOBODY] : rows)})
      as given (person, racer_id, started_at, ended_at, first_season, last_season)
    where racer_id is not null
  )`
}

/** Without any row there would be nothing to select from. */
const NOBODY = sql`(
  null::integer, null::integer, null::timestamptz, null::timestamptz, null::integer, null::integer
)`

/** Whether the query's `game` finished while the login belonged to the person; the query has the login as `owned`. */
export const isOfPerson = isOfPersonAs('owned')

/** The same if the query has the columns of `owned` under another name. */
export function isOfPersonAs(owned: string): RawBuilder<boolean> {
  return ownsAt(owned, sql`game.finished_at`)
}
