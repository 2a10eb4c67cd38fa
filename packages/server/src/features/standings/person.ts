/** The people behind racers: who owned which login, and when. docs/scoring.md, Racers. */
import { normalLogin, type Racer } from '@rollcall/scoring/racer'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../database/schema.ts'

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

interface Row extends RacerOfPerson {
  userId: number | null
  address: Racer
}

/**
 * Where the page of the query's `owner` is: at their login or, if somebody else has that now, at the latest of their
 * logins that nobody else has taken. If others have taken all of them, it is at the login that they had last.
 */
const ADDRESS = sql<Racer>`coalesce(
  (
    select json_build_object('platform', own.platform, 'login', own.login)
    from login_periods as own
    where own.user_id = owner.id and not exists (
      select from login_periods as later
      where later.platform = own.platform and later.login = own.login
        and later.started_at >= own.ended_at
    )
    order by own.ended_at desc nulls first
    limit 1
  ),
  json_build_object('platform', owner.platform, 'login', owner.login)
)`

const COLUMNS = sql`
  racer.id as "racerId", racer.platform, racer.login, period.user_id as "userId",
  period.started_at as "from", period.ended_at as "until",
  period.first_season as "firstSeason", period.last_season as "lastSeason"`

/**
 * Who is at a racer's address: the login's owner, otherwise its last owner, otherwise the racer. null if nobody ever
 * had that name.
 */
export async function findPerson(db: Db, asked: Racer): Promise<Person | null> {
  const platform = asked.platform.toLowerCase()
  const login = normalLogin(asked.login)
  const owner = await db
    .selectFrom('login_periods as period')
    .innerJoin('users as owner', 'owner.id', 'period.user_id')
    .select(['owner.id', ADDRESS.as('address')])
    .where('period.platform', '=', platform)
    .where('period.login', '=', login)
    .orderBy(sql`period.ended_at desc nulls first`)
    .limit(1)
    .executeTakeFirst()
  if (owner !== undefined) {
    const { id, address } = owner
    return { userId: id, address, racers: (await listRacersOf(db, [id])).map(racerOf) }
  }
  const [person] = await listWithoutOwner(
    db,
    sql<boolean>`racer.platform = ${platform} and racer.login = ${login}`,
  )
  return person ?? null
}

/** The user, under all of their logins. */
export async function getPerson(db: Db, userId: number): Promise<Person> {
  const owner = await db
    .selectFrom('users as owner')
    .select(ADDRESS.as('address'))
    .where('owner.id', '=', userId)
    .executeTakeFirstOrThrow()
  return { userId, address: owner.address, racers: (await listRacersOf(db, [userId])).map(racerOf) }
}

/** Everybody to whom the racers' games may belong. */
export async function listPeople(db: Db, racerIds: readonly number[]): Promise<Person[]> {
  const { rows } = await sql<{ userId: number | null; racerId: number }>`
    select distinct period.user_id as "userId", racer.id as "racerId"
    from racers as racer
    left join login_periods as period
      on period.platform = racer.platform and period.login = racer.login
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
  return [
    ...owners,
    ...(await listWithoutOwner(db, sql<boolean>`racer.id = any(${withoutOwner}::integer[])`)),
  ]
}

async function listRacersOf(db: Db, userIds: readonly number[]): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select ${COLUMNS}, ${ADDRESS} as address
    from login_periods as period
    join users as owner on owner.id = period.user_id
    join racers as racer on racer.platform = period.platform and racer.login = period.login
    where period.user_id = any(${userIds}::integer[])
    order by period.id`.execute(db)
  return rows
}

/** @param which selects rows of the query's `racer` */
async function listWithoutOwner(db: Db, which: RawBuilder<boolean>): Promise<Person[]> {
  const { rows } = await sql<Row>`
    select ${COLUMNS}, json_build_object('platform', racer.platform, 'login', racer.login) as address
    from racers as racer
    left join login_periods as period on false
    where ${which}
    order by racer.id`.execute(db)
  return rows.map((row) => ({ userId: null, address: row.address, racers: [racerOf(row)] }))
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
  const [from, until] = [sql.ref(`${owned}.started_at`), sql.ref(`${owned}.ended_at`)]
  return sql<boolean>`(
    (${from} is null or game.finished_at >= ${from}) and (${until} is null or game.finished_at < ${until})
  )`
}
