/**
 * Who owned a login when. This is the only place that reads login periods; auth/login-ownership.ts writes them.
 * docs/scoring.md, Racers; docs/decisions/120-boards-rank-logins-pages-sum-people.md
 */
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/database/schema.ts'

const column = (of: string, name: string) => sql.ref(`${of}.${name}`)

const isSameLogin = (period: string, of: string) => sql<boolean>`(
  ${column(period, 'platform')} = ${column(of, 'platform')}
  and ${column(period, 'login')} = ${column(of, 'login')}
)`

/** Whether the query's `period` has not ended. */
const isPresent = (period: string) => sql<boolean>`${column(period, 'ended_at')} is null`

/** The present owner of a login first, otherwise its last one. */
const LATEST_FIRST = sql`ended_at desc nulls first`

/** Whether the login was the owner's at the instant; the query has the period, or `racersOfUser`, as `owned`. */
export function ownsAt(owned: string, instant: RawBuilder<unknown>): RawBuilder<boolean> {
  const [from, until] = [column(owned, 'started_at'), column(owned, 'ended_at')]
  return sql<boolean>`(
    (${from} is null or ${instant} >= ${from}) and (${until} is null or ${instant} < ${until})
  )`
}

/** Whether a snapshot of the season counts for the owner, because a snapshot cannot be split. */
export function ownsInSeason(owned: string, season: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`(
    ${season} >= coalesce(${column(owned, 'first_season')}, ${season})
    and ${season} <= coalesce(${column(owned, 'last_season')}, ${season})
  )`
}

/** Whether the login was the owner's at some time between two instants. */
export function ownsDuring(
  owned: string,
  { from, until }: { from: RawBuilder<unknown>; until: RawBuilder<unknown> },
): RawBuilder<boolean> {
  const [start, end] = [column(owned, 'started_at'), column(owned, 'ended_at')]
  return sql<boolean>`((${start} is null or ${start} < ${until}) and (${end} is null or ${end} > ${from}))`
}

/** Whether the login was the owner's all the time between two instants. */
export function ownsAllOf(
  owned: string,
  { from, until }: { from: RawBuilder<unknown>; until: RawBuilder<unknown> },
): RawBuilder<boolean> {
  const start = column(owned, 'started_at')
  return sql<boolean>`((${start} is null or ${start} <= ${from}) and ${ownsUpTo(owned, until)})`
}

/** Whether the login was the owner's just before the instant. */
export function ownsUpTo(owned: string, instant: RawBuilder<unknown>): RawBuilder<boolean> {
  const [start, end] = [column(owned, 'started_at'), column(owned, 'ended_at')]
  return sql<boolean>`((${start} is null or ${start} < ${instant}) and (${end} is null or ${end} >= ${instant}))`
}

/** Whether anybody else than the user owned the login of the query's `of` when a condition on `other` is true. */
export function isOthersToo(
  of: string,
  userId: number,
  isThen: RawBuilder<boolean>,
): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select from login_periods as other
    where ${isSameLogin('other', of)} and other.user_id <> ${userId} and ${isThen}
  )`
}

/** Whether anybody has ever owned the login of the query's `of`; null if not. */
export const hasOwner = (of: string) => sql<true | null>`(
  select true from login_periods as period where ${isSameLogin('period', of)} limit 1
)`

/** Whether the login of the query's `of` was ever given up. */
export const wasGivenUp = (of: string) => sql<boolean>`exists (
  select from login_periods as period
  where ${isSameLogin('period', of)} and period.ended_at is not null
)`

/** The logins that have an owner now: a unique `id`, platform, login and `user_id`. */
export const OWNED_NOW = sql`(
  select id, platform, login, user_id from login_periods where ended_at is null
)`

/**
 * Joins the owners of the login of the query's `of` as `period`: with a condition on `period`, those for whom it is
 * true.
 */
export const joinOwners = (of: string, isThen?: RawBuilder<boolean>) =>
  sql`left join ${ownersOf(of, isThen)}`

/** The same as a table to join. */
export const ownersOf = (of: string, isThen: RawBuilder<boolean> = sql<boolean>`true`) => sql`
  login_periods as period on ${isSameLogin('period', of)} and ${isThen}`

/**
 * Who owned each login when the condition on `period` is true: platform, login, how many `owners` there were, and one of
 * them as `user_id`. For many logins at once.
 */
export const ownersByLogin = (isThen: RawBuilder<boolean>) => sql`(
  select platform, login, count(distinct user_id) as owners, min(user_id) as user_id
  from login_periods as period where ${isThen}
  group by platform, login
)`

/** Joins the present owner, as `period`. */
export const joinPresentOwner = (of: string) => joinOwners(of, isPresent('period'))

/**
 * The racers under the user's logins, for as long as each was theirs: `user_id`, `racer_id`, `platform`, `login`,
 * `started_at`, `ended_at`, `first_season`, `last_season`, and `is_whole`: nobody else ever owned it. A login that they
 * owned twice has two rows.
 */
export const racersOfUser = (userId: number): RawBuilder<unknown> =>
  ownedRacers(sql`period.user_id = ${userId}`)

/** The same for several users. */
export const racersOfUsers = (userIds: readonly number[]): RawBuilder<unknown> =>
  ownedRacers(sql`period.user_id = any(${userIds}::integer[])`)

const ownedRacers = (which: RawBuilder<unknown>) => sql`(
  select period.id as period_id, period.user_id, racer.id as racer_id, racer.platform, racer.login,
    period.started_at, period.ended_at, period.first_season, period.last_season,
    period.started_at is null and period.ended_at is null as is_whole
  from login_periods as period
  join racers as racer on ${isSameLogin('racer', 'period')}
  where ${which}
)`

/** Who owns the login now. */
export async function findOwner(
  db: Db,
  { platform, login }: { platform: string; login: string },
): Promise<number | null> {
  const period = await db
    .selectFrom('login_periods')
    .select('user_id')
    .where('platform', '=', platform)
    .where('login', '=', login)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return period?.user_id ?? null
}

/** Selects who owns a login now, otherwise who owned it last. */
export const lastOwnerOf = ({ platform, login }: { platform: string; login: string }) =>
  lastOwnerWhere(sql`last.platform = ${platform} and last.login = ${login}`)

/** The same for the login of the query's `of`. */
export const lastOwnerOfSame = (of: string) => lastOwnerWhere(isSameLogin('last', of))

const lastOwnerWhere = (which: RawBuilder<unknown>) => sql<number | null>`(
  select last.user_id from login_periods as last
  where ${which}
  order by last.${LATEST_FIRST}
  limit 1
)`

/** Logins that an owner has given up: platform and login. They are few, next to all logins. */
export const GIVEN_UP = sql`(
  select distinct platform, login from login_periods where ended_at is not null
)`

/** The owner, or last owner, of each login that one of the users has ever owned: platform, login and `user_id`. */
export const lastOwnersOf = (userIds: readonly number[]): RawBuilder<unknown> => sql`(
  select distinct on (platform, login) platform, login, user_id
  from login_periods
  where (platform, login) in (
    select platform, login from login_periods where user_id = any(${userIds}::integer[])
  )
  order by platform, login, ${LATEST_FIRST}
)`

/**
 * Where the page of the query's `owner` is: at their login or, if somebody else has that now, at the latest of their
 * logins that nobody else has taken. If others have taken all of them, it is at the login that they had last.
 */
export const ADDRESS_OF_OWNER = sql<{ platform: string; login: string }>`coalesce(
  (
    select json_build_object('platform', own.platform, 'login', own.login)
    from login_periods as own
    where own.user_id = owner.id and not exists (
      select from login_periods as later
      where ${isSameLogin('later', 'own')} and later.started_at >= own.ended_at
    )
    order by own.${LATEST_FIRST}
    limit 1
  ),
  json_build_object('platform', owner.platform, 'login', owner.login)
)`

/** Whether the login of the query's `of` was given up after the instant. */
export const isGivenUpAfter = (of: string, instant: RawBuilder<unknown>) => sql<boolean>`exists (
  select from login_periods as past where ${isSameLogin('past', of)} and past.ended_at > ${instant}
)`

/**
 * Whether what a row covers is not, or not all, of the login's present or last owner: then nobody's name is on it, and it
 * leads nowhere. Asks about the login of the query's `of`.
 *
 * @param isThen a condition on `period`: it was at a time that the row covers
 */
export const isOfOthers = (of: string, isThen: RawBuilder<boolean>) => sql<boolean>`coalesce(
  (
    select not coalesce(
      bool_and(period.user_id = ${lastOwnerOfSame(of)}) filter (where ${isThen}), false
    )
    from login_periods as period
    where ${isSameLogin('period', of)}
    having bool_or(period.ended_at is not null)
  ),
  false
)`

/** Whether the owner had the login in some part of the season: a login that changes hands in it has two owners. */
export function ownsPartOf(owned: string, season: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`(
    ${season} >= coalesce(${column(owned, 'first_season')} - 1, ${season})
    and ${season} <= coalesce(${column(owned, 'last_season')}, ${season})
  )`
}

/** Whether the owner had the login in some part of the seasons up to that one. */
export const ownsPartUpTo = (owned: string, season: RawBuilder<unknown>) => sql<boolean>`(
  coalesce(${column(owned, 'first_season')} - 1 <= ${season}, true)
)`

interface RacerDuring {
  platform: string
  login: string
  from: Date
  until: Date
}

/** The racers, each with whether the login was, in part of that time, not its present or last owner's. */
export async function markOthers<Asked extends RacerDuring>(
  db: Db,
  racers: readonly Asked[],
): Promise<(Asked & { isOfOthers: boolean })[]> {
  const during = ownsDuring('period', { from: sql`racer.since`, until: sql`racer.until` })
  const { rows } = await sql<{ isOfOthers: boolean }>`
    select ${isOfOthers('racer', during)} as "isOfOthers"
    from unnest(
      ${racers.map(({ platform }) => platform)}::text[],
      ${racers.map(({ login }) => login)}::text[],
      ${racers.map(({ from }) => from)}::timestamptz[],
      ${racers.map(({ until }) => until)}::timestamptz[]
    ) with ordinality as racer (platform, login, since, until, number)
    order by racer.number`.execute(db)
  return racers.map((racer, index) => ({
    ...racer,
    isOfOthers: rows[index]?.isOfOthers ?? false,
  }))
}
