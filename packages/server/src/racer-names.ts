/** The names of racers in SQL, and what others see of those who are hidden: docs/scoring.md, Racers. */
import { HIDDEN_RACER, type Racer } from '@rollcall/scoring/racer'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from './database/schema.ts'

/** The same as `withPlatform`, for the query's `racer`. */
export function withPlatformInSql(name: RawBuilder<unknown>): RawBuilder<string> {
  return sql<string>`(${name} || case racer.platform
    when 'twitch' then ''
    when 'youtube' then ' (YouTube)'
    when 'tiktok' then ' (TikTok)'
    else ' (' || upper(left(racer.platform, 1)) || substr(racer.platform, 2) || ')'
  end)`
}

/** The `racer_name` of the query's `racer`, hidden or not; the same as `racerName`. */
export const RACER_NAME = withPlatformInSql(sql`racer.login`)

/**
 * Where a hidden racer has one number: the boards and games of a channel, all boards of an event, or everything that
 * lists racers of several channels. Nobody can tell which number of one place is which of another.
 */
export const CHANNEL_SCOPE = (channelId: RawBuilder<unknown>) => sql`('channel ' || ${channelId})`
export const EVENT_SCOPE = (eventId: number) => sql`${`event ${eventId}`}`
export const SCOPE_ANYWHERE = sql`'anywhere'`

/** Prime, so that within a block of as many hidden racers each gets another number. */
const BLOCK = 997

/** What a place calls the query's `secret`, of `hidden_racers`. */
function hiddenName(scope: RawBuilder<unknown>): RawBuilder<string> {
  const random = (salt: number, most: number) => sql`
    (hashtextextended(${scope} || (select seed from hidden_name_seed), ${sql.lit(salt)})
      & 2147483647) % ${sql.lit(most)}`
  const index = sql`(secret.number - 1)`
  return sql<string>`(${sql.lit(`${HIDDEN_RACER} `)} || (
    1 + ${index} / ${sql.lit(BLOCK)} * ${sql.lit(BLOCK)}
    + (${index} % ${sql.lit(BLOCK)} * (1 + ${random(1, BLOCK - 1)}) + ${random(2, BLOCK)})
      % ${sql.lit(BLOCK)}
  ))`
}

/**
 * Joins `hidden`, with the `name` by which a place knows the query's `racer` if the racer is hidden.
 *
 * @param viewerId who sees their own name
 */
export function joinHidden(
  scope: RawBuilder<unknown>,
  viewerId: number | null = null,
): RawBuilder<unknown> {
  const isOther =
    viewerId === null ? sql`true` : sql`secret.user_id is distinct from ${viewerId}::integer`
  return sql`
    left join lateral (
      select ${hiddenName(scope)} as name from hidden_racers as secret
      where secret.platform = racer.platform and secret.login = racer.login and ${isOther}
    ) as hidden on true`
}

/** The same for rows that have been stored with a `racer_name`, which is given. */
export function joinHiddenByName(
  racerName: RawBuilder<unknown>,
  scope: RawBuilder<unknown>,
): RawBuilder<unknown> {
  return sql`
    left join (
      select ${RACER_NAME} as racer_name, ${hiddenName(scope)} as name
      from hidden_racers as secret
      join lateral (select secret.platform, secret.login) as racer on true
    ) as hidden on hidden.racer_name = ${racerName}`
}

/** Whether everybody may see the names of the query's `racer`. */
export const isNameShown = sql<boolean>`not exists (
  select from hidden_racers as secret
  where secret.platform = racer.platform and secret.login = racer.login
)`

/** Those of the racers that are not hidden, in the given order. */
export async function listShown<Asked extends Racer>(
  db: Db,
  racers: readonly Asked[],
): Promise<Asked[]> {
  const { rows } = await sql<{ number: number }>`
    select racer.number from unnest(
      ${racers.map(({ platform }) => platform)}::text[],
      ${racers.map(({ login }) => login)}::text[]
    ) with ordinality as racer (platform, login, number)
    where ${isNameShown}
    order by racer.number`.execute(db)
  return rows.flatMap(({ number }) => racers[number - 1] ?? [])
}

/** What a place calls hidden racers with these logins, on whatever platform. */
export async function findHiddenNames(
  db: Db,
  logins: readonly string[],
  scope: RawBuilder<unknown>,
): Promise<ReadonlyMap<string, string>> {
  if (logins.length === 0) {
    return new Map()
  }
  const { rows } = await sql<{ login: string; name: string }>`
    select secret.login, ${hiddenName(scope)} as name from hidden_racers as secret
    where secret.login = any(${logins}::text[])`.execute(db)
  return new Map(rows.map(({ login, name }) => [login, name]))
}

/** A `racer_name` that was stored or, if that racer is hidden now, the name that others see. */
export function shownRacerName(
  racerName: RawBuilder<unknown>,
  scope: RawBuilder<unknown>,
): RawBuilder<string> {
  return sql<string>`coalesce(
    (
      select ${hiddenName(scope)} from hidden_racers as secret
      join lateral (select secret.platform, secret.login) as racer on true
      where ${RACER_NAME} = ${racerName}
    ),
    ${racerName}
  )`
}

/** The racers that boards may list under a name, hidden or not: docs/scoring.md, Racers. */
export function racersCalled(name: string): Racer[] {
  const [, login, platform] = /^(.+) \((.+)\)$/s.exec(name) ?? []
  return [
    ...(login && platform ? [{ platform: platform.toLowerCase(), login }] : []),
    { platform: 'twitch', login: name },
  ]
}

/** The racers that others may know by a name in a place: hidden ones only by the name that they have there. */
export async function findRacersShownAs(
  db: Db,
  name: string,
  scope: RawBuilder<unknown>,
): Promise<Racer[]> {
  const called = racersCalled(name)
  const { rows } = await sql<Racer>`
    select platform, login from (
      select racer.platform, racer.login, racer.number
      from unnest(
        ${called.map(({ platform }) => platform)}::text[],
        ${called.map(({ login }) => login)}::text[]
      ) with ordinality as racer (platform, login, number)
      where ${isNameShown}
      union all
      select secret.platform, secret.login, 0 from hidden_racers as secret
      where ${hiddenName(scope)} = ${name}
    ) as known
    order by number`.execute(db)
  return rows
}

/**
 * Brings up to date which of the users' logins are hidden: those whose owner, or last owner, hides their name. Returns
 * whether that has changed; the caller announces `names`.
 */
export async function updateHiddenRacers(trx: Db, userIds: readonly number[]): Promise<boolean> {
  await sql`insert into hidden_name_seed default values on conflict do nothing`.execute(trx)
  const { rows } = await sql`
    with owned as (
      select distinct on (period.platform, period.login)
        period.platform, period.login, owner.id as user_id,
        owner.hides_name_since is not null as is_hidden
      from login_periods as period
      join users as owner on owner.id = period.user_id
      where (period.platform, period.login) in (
        select platform, login from login_periods where user_id = any(${userIds}::integer[])
      )
      order by period.platform, period.login, period.ended_at desc nulls first
    ),
    shown as (
      delete from hidden_racers as secret using owned
      where secret.platform = owned.platform and secret.login = owned.login and not owned.is_hidden
      returning 1
    ),
    hidden as (
      insert into hidden_racers as secret (platform, login, user_id)
      select platform, login, user_id from owned where is_hidden order by platform, login
      on conflict (platform, login) do update set user_id = excluded.user_id
      where secret.user_id is distinct from excluded.user_id
      returning 1
    )
    select from shown union all select from hidden`.execute(trx)
  return rows.length > 0
}
