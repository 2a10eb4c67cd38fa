/** Racers as rows: everything else refers to them by their id. */
import { normalLogin, type Racer, racerName } from '@rollcall/scoring/racer'
import { sql } from 'kysely'
import type { Db } from '../../database/schema.ts'
import type { RacersOfSnapshot, ReadRacers } from './replace-racers.ts'

/** A racer as a file names them; platform and login as they are compared (docs/scoring.md, Racers). */
export interface NamedRacer {
  platform: string
  login: string
  displayName: string
  /** RRGGBBAA; null where the file has none. */
  color: string | null
  /** When the game finished that says so. */
  namedAt: Date
}

/**
 * Makes the rows that are missing, before the transaction that refers to them: inserted in it, a racer would make every
 * other upload with the same racer wait for its end. All callers insert in the same order, so none waits for another
 * in a circle. A racer without results is shown nowhere. A display name that is the login in other letter case is the
 * racer's everywhere.
 */
export async function insertRacers(
  db: Db,
  racers: readonly Pick<NamedRacer, 'platform' | 'login' | 'displayName'>[],
): Promise<void> {
  await insertNamed(
    db,
    sql`unnest(
      ${racers.map(({ platform }) => platform)}::text[],
      ${racers.map(({ login }) => login)}::text[]
    )`,
  )
  const named = racers.filter(({ login, displayName }) => normalLogin(displayName) === login)
  await sql`
    with changed as (
      select racer.id, named.display_name
      from (
        select distinct on (platform, login) *
        from unnest(
          ${named.map(({ platform }) => platform)}::text[],
          ${named.map(({ login }) => login)}::text[],
          ${named.map(({ displayName }) => displayName)}::text[]
        ) with ordinality as named (platform, login, display_name, number)
        order by platform, login, number desc
      ) as named
      join racers as racer on racer.platform = named.platform and racer.login = named.login
      where racer.display_name is distinct from named.display_name
      order by racer.id
      for no key update of racer
    )
    update racers as racer set display_name = changed.display_name
    from changed where racer.id = changed.id`.execute(db)
}

/** The same for a snapshot, which then knows its racers by their rows. */
export async function identifyRacers<Snapshot extends ReadRacers>(
  db: Db,
  snapshot: Snapshot,
): Promise<Snapshot & RacersOfSnapshot> {
  const logins = sql`unnest(convert_from(${snapshot.logins}, 'UTF8')::text[])`
  await insertNamed(db, sql`(select 'twitch', ${logins})`)
  const { rows } = await sql<{ racerIds: string }>`
    select array_agg(racer.id order by number)::text as "racerIds"
    from ${logins} with ordinality as named (login, number)
    join racers as racer on racer.platform = 'twitch' and racer.login = named.login`.execute(db)
  return { ...snapshot, racerIds: rows[0]?.racerIds ?? '{}' }
}

async function insertNamed(db: Db, named: ReturnType<typeof sql>): Promise<void> {
  await sql`
    insert into racers (platform, login)
    select distinct platform, login
    from ${named} as named (platform, login)
    where not exists (
      select from racers as known
      where known.platform = named.platform and known.login = named.login
    )
    order by platform, login
    on conflict do nothing`.execute(db)
}

/**
 * What racers are called on a channel, each of them once: docs/scoring.md, Racers. In the transaction that stores the
 * games, with the channel locked.
 */
export async function nameRacersOnChannel(
  trx: Db,
  { channelId, racers }: { channelId: number; racers: readonly NamedRacer[] },
): Promise<void> {
  await sql`
    insert into channel_racers as known (channel_id, racer_id, display_name, color, named_at)
    select ${channelId}::integer, racer.id, named.display_name, named.color, named.named_at
    from unnest(
      ${racers.map(({ platform }) => platform)}::text[],
      ${racers.map(({ login }) => login)}::text[],
      ${racers.map(({ displayName }) => displayName)}::text[],
      ${racers.map(({ color }) => color)}::text[],
      ${racers.map(({ namedAt }) => namedAt)}::timestamptz[]
    ) as named (platform, login, display_name, color, named_at)
    join racers as racer on racer.platform = named.platform and racer.login = named.login
    left join channel_racers as before
      on before.channel_id = ${channelId} and before.racer_id = racer.id
    where before.racer_id is not null or named.display_name <> named.login or named.color is not null
    on conflict (channel_id, racer_id) do update set
      display_name = excluded.display_name,
      color = coalesce(excluded.color, known.color),
      named_at = excluded.named_at
    where known.named_at <= excluded.named_at
      and (known.display_name, known.color)
        is distinct from (excluded.display_name, coalesce(excluded.color, known.color))`.execute(
    trx,
  )
}

/**
 * What racers are called where their names are shown, in the order asked for: as they signed in; else as on that channel;
 * else as anywhere; else by `racer_name`. A name that somebody else had before is theirs no longer.
 *
 * @param channelId absent: where no one channel is meant
 */
export async function displayNamesOf(
  db: Db,
  { channelId, racers }: { channelId?: number; racers: readonly Racer[] },
): Promise<string[]> {
  const { rows } = await sql<{ name: string | null }>`
    select coalesce(owner.username, here.display_name, racer.display_name) as name
    from unnest(
      ${racers.map(({ platform }) => platform)}::text[],
      ${racers.map(({ login }) => login)}::text[]
    ) with ordinality as asked (platform, login, number)
    left join racers as racer on racer.platform = asked.platform and racer.login = asked.login
    left join channel_racers as here
      on here.racer_id = racer.id and here.channel_id = ${channelId ?? null}::integer
    left join login_periods as period
      on period.platform = asked.platform and period.login = asked.login and period.ended_at is null
    left join users as owner on owner.id = period.user_id
    order by asked.number`.execute(db)
  return racers.map((racer, index) => rows[index]?.name ?? racerName(racer))
}
