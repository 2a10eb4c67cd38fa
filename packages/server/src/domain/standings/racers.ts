/** Stores racers as rows; everything else refers to them by id. */
import { DEFAULT_PLATFORM } from '@rollcall/scoring/platforms'
import { normalLogin } from '@rollcall/scoring/racer'
import { type RawBuilder, sql } from 'kysely'
import { announce } from '../../platform/changes/change-feed.ts'
import { foldNamesIn } from '../../platform/database/folded-names.ts'
import type { Db } from '../../platform/database/schema.ts'
import type { ReadRacers, SnapshotRacers } from './snapshot-racers.ts'

/** A racer as a file names them. Platform and login are in the form that we compare (docs/scoring.md, Racers). */
export interface NamedRacer {
  platform: string
  login: string
  displayName: string
  /** RRGGBBAA; null if the file has none. */
  color: string | null
  /** When the game that these names come from finished. */
  namedAt: Date
}

/**
 * Inserts missing racers before the transaction that refers to them: if it inserted a racer itself, every other upload
 * with that racer would wait for its end. All callers insert in the same order, so they cannot deadlock. Pages never
 * show a racer without results. A display name that is the login in another letter case counts everywhere.
 */
export async function insertRacers(
  db: Db,
  racers: readonly Pick<NamedRacer, 'platform' | 'login' | 'displayName'>[],
): Promise<void> {
  await insertMissing(
    db,
    sql`unnest(
      ${racers.map(({ platform }) => platform)}::text[],
      ${racers.map(({ login }) => login)}::text[]
    )`,
  )
  const named = racers.filter(isLetterCase)
  await sql`
    with changed as (
      select racer.id, named.display_name
      from (
        select distinct on (platform, login) platform, login,
          nullif(display_name, login) as display_name
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

const isLetterCase = ({ login, displayName }: Pick<NamedRacer, 'login' | 'displayName'>) =>
  normalLogin(displayName) === login

/** Like `insertRacers`, for a snapshot's racers; also adds their ids to the snapshot. */
export async function insertSnapshotRacers<Snapshot extends ReadRacers>(
  db: Db,
  snapshot: Snapshot,
): Promise<Snapshot & SnapshotRacers> {
  // convert_from's result has its own collation, with which PostgreSQL would not use the index of logins.
  const logins = sql`unnest((convert_from(${snapshot.logins}, 'UTF8') collate "default")::text[])`
  await insertMissing(db, sql`(select ${DEFAULT_PLATFORM}::text, ${logins})`)
  const { rows } = await sql<{ racerIds: string }>`
    select array_agg(racer.id order by number)::text as "racerIds"
    from ${logins} with ordinality as named (login, number)
    join racers as racer on racer.platform = ${DEFAULT_PLATFORM} and racer.login = named.login`.execute(
    db,
  )
  return { ...snapshot, racerIds: rows[0]?.racerIds ?? '{}' }
}

/** A racer to whom nothing refers after a day is deleted (`sweep-racers.ts`); for those in the list the day begins again. */
async function insertMissing(db: Db, named: RawBuilder<unknown>): Promise<void> {
  await sql`
    with made as (
      insert into racers (platform, login)
      select distinct platform, login
      from ${named} as named (platform, login)
      where not exists (
        select from racers as known
        where known.platform = named.platform and known.login = named.login
      )
      order by platform, login
      on conflict do nothing
      returning id
    )
    insert into new_racers (racer_id) select id from made`.execute(db)
  await sql`
    with again as (
      select new.racer_id
      from ${named} as named (platform, login)
      join racers as known on known.platform = named.platform and known.login = named.login
      join new_racers as new on new.racer_id = known.id
      where new.since < now() - interval '1 hour'
      order by new.racer_id
      for update of new
    )
    update new_racers as new set since = now()
    from again where new.racer_id = again.racer_id`.execute(db)
  await foldNamesIn(db, 'racers')
}

/** Whether the query's `racer` is one of these. */
export function isAmong(racers: readonly Pick<NamedRacer, 'platform' | 'login'>[]) {
  return sql<boolean>`(racer.platform, racer.login) in (
    select * from unnest(
      ${racers.map(({ platform }) => platform)}::text[],
      ${racers.map(({ login }) => login)}::text[]
    )
  )`
}

/** Whether the query's `racer` is in the snapshot. */
export function isOfSnapshot({ racerIds }: Pick<SnapshotRacers, 'racerIds'>) {
  return sql<boolean>`racer.id = any(${racerIds}::integer[])`
}

/** A colour as the game writes it. */
const COLOR = /^[\da-f]{8}$/i

/**
 * Stores what a channel calls its racers; each racer may be in the list once. docs/scoring.md, Racers. Needs the
 * transaction that stores the games and has locked the channel.
 */
export async function nameRacersOnChannel(
  trx: Db,
  { channelId, racers }: { channelId: number; racers: readonly NamedRacer[] },
): Promise<void> {
  const { rows } = await sql`
    insert into channel_racers as known (channel_id, racer_id, display_name, color, named_at)
    select ${channelId}::integer, racer.id, named.display_name, named.color, named.named_at
    from unnest(
      ${racers.map(({ platform }) => platform)}::text[],
      ${racers.map(({ login }) => login)}::text[],
      ${racers.map((racer) => (isLetterCase(racer) ? null : racer.displayName))}::text[],
      ${racers.map(({ color }) => (color !== null && COLOR.test(color) ? color.toUpperCase() : null))}::text[],
      ${racers.map(({ namedAt }) => namedAt)}::timestamptz[]
    ) as named (platform, login, display_name, color, named_at)
    join racers as racer on racer.platform = named.platform and racer.login = named.login
    left join channel_racers as before
      on before.channel_id = ${channelId} and before.racer_id = racer.id
    where before.racer_id is not null or named.display_name is not null or named.color is not null
    on conflict (channel_id, racer_id) do update set
      display_name = excluded.display_name,
      color = coalesce(excluded.color, known.color),
      named_at = excluded.named_at
    where known.named_at <= excluded.named_at
      and (known.display_name, known.color)
        is distinct from (excluded.display_name, coalesce(excluded.color, known.color))
    returning 1`.execute(trx)
  if (rows.length > 0) {
    await foldNamesIn(trx, 'channel_racers')
    announce(trx, [`games:${channelId}`])
  }
}
