/** Racers' names and colours, in the form in which they leave the server. */
import { type Racer, type RacerLabel, racerName, withPlatform } from '@rollcall/scoring/racer'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../database/schema.ts'
import {
  CHANNEL_SCOPE,
  joinHidden,
  RACER_NAME,
  SCOPE_ANYWHERE,
  withPlatformInSql,
} from '../../racer-names.ts'

/** A racer's name on a channel, and the name's colour there. All names of a hidden racer are the one that others see. */
export interface RacerLook {
  racer_name: string
  /** The name to show; the `racer_name` if no other name is known. */
  name: string
  /** The name to show on boards of several channels. */
  nameAnywhere: string
  /** RRGGBBAA; null if unknown. */
  color: string | null
}

/**
 * The names and colours of racers on a channel, in the given order. A name comes from the racer's own sign-in,
 * otherwise from that channel, otherwise it is the login as files write it. The platform follows the name as in
 * `racer_name`. docs/scoring.md, Racers.
 *
 * @param racers at most a thousand; for more, the database would read whole tables
 */
export async function looksOf<Asked extends Racer>(
  db: Db,
  { channelId, racers }: { channelId: number; racers: readonly Asked[] },
): Promise<(Asked & RacerLook)[]> {
  const { rows } = await sql<KnownNames>`
    select ${KNOWN_NAMES}
    from (
      select asked.*, known.id, known.display_name
      from unnest(
        ${racers.map(({ platform }) => platform)}::text[],
        ${racers.map(({ login }) => login)}::text[]
      ) with ordinality as asked (platform, login, number)
      left join racers as known on known.platform = asked.platform and known.login = asked.login
    ) as racer
    ${joinNames(sql`${channelId}::integer`)}
    order by racer.number`.execute(db)
  return racers.map((racer, index) => ({ ...racer, ...lookOf(racer, rows[index] ?? UNKNOWN) }))
}

/**
 * The names and colours for lists with racers of several channels, and for racers' own pages: names that are the same
 * everywhere, and a colour if all channels that know one agree.
 *
 * @param racers at most a thousand
 * @param viewerId who sees their own name although it is hidden
 */
export async function looksAnywhere<Asked extends Racer>(
  db: Db,
  racers: readonly Asked[],
  viewerId: number | null = null,
): Promise<(Asked & RacerLook)[]> {
  const name = sql`coalesce(owner.display_name, racer.display_name)`
  const { rows } = await sql<KnownNames>`
    select ${name} as anywhere, ${name} as here, known.color, hidden.name as hidden
    from (
      select asked.*, known.id, known.display_name
      from unnest(
        ${racers.map(({ platform }) => platform)}::text[],
        ${racers.map(({ login }) => login)}::text[]
      ) with ordinality as asked (platform, login, number)
      left join racers as known on known.platform = asked.platform and known.login = asked.login
    ) as racer
    ${JOIN_OWNER}
    ${joinHidden(SCOPE_ANYWHERE, viewerId)}
    left join lateral (
      select case when count(distinct named.color) = 1 then min(named.color) end as color
      from (
        select distinct channel_id from racer_totals where racer_id = racer.id
      ) as played
      join channel_racers as named
        on named.channel_id = played.channel_id and named.racer_id = racer.id and ${isNamedSince}
    ) as known on true
    order by racer.number`.execute(db)
  return racers.map((racer, index) => ({ ...racer, ...lookOf(racer, rows[index] ?? UNKNOWN) }))
}

/** What the database knows about a racer's name and colour. */
export interface KnownNames {
  /** The name from the owner's sign-in, otherwise the login as files write it; null if neither is known. */
  anywhere: string | null
  /** Like `anywhere`, but the channel's name for the racer comes before the login. */
  here: string | null
  color: string | null
  /** The name that others see if the racer is hidden, otherwise null. */
  hidden: string | null
}

const UNKNOWN: KnownNames = { anywhere: null, here: null, color: null, hidden: null }

/** The columns of `KnownNames`, for a query with `joinNames`. */
export const KNOWN_NAMES = sql`
  coalesce(owner.display_name, racer.display_name) as anywhere,
  coalesce(owner.display_name, named.display_name, racer.display_name) as here, named.color,
  hidden.name as hidden`

/** Joins the login's `owner` to the query's `racer`. */
export const JOIN_OWNER = sql`
  left join login_periods as period
    on period.platform = racer.platform and period.login = racer.login and period.ended_at is null
  left join users as owner on owner.id = period.user_id`

/**
 * Joins the login's `owner`, the channel's name for the racer, `named`, and the name of a `hidden` racer to the query's
 * `racer`. Leaves out names from when the login belonged to an earlier owner.
 *
 * @param scope where a hidden racer has one number; by default on the channel
 */
export function joinNames(
  channelId: RawBuilder<unknown>,
  scope: RawBuilder<unknown> = CHANNEL_SCOPE(channelId),
): RawBuilder<unknown> {
  return sql`
    ${JOIN_OWNER}
    ${joinHidden(scope)}
    left join channel_racers as named
      on named.racer_id = racer.id and named.channel_id = ${channelId} and ${isNamedSince}`
}

/** Whether the query's `named` is about the login's present owner and not about an earlier one. */
export const isNamedSince = sql<boolean>`not exists (
  select from login_periods as past
  where past.platform = racer.platform and past.login = racer.login
    and past.ended_at > named.named_at
)`

/** Whether a name of the query's `racer` contains the words, as the channel of `joinNames` shows it; letter case ignored. */
export function isCalled(words: string): RawBuilder<boolean> {
  const shownName = withPlatformInSql(
    sql`coalesce(owner.display_name, named.display_name, racer.display_name)`,
  )
  const isIn = (name: RawBuilder<unknown>) =>
    sql<boolean>`strpos(lower(${ifShown(name)}), lower(${words})) > 0`
  return sql<boolean>`(${isIn(RACER_NAME)} or ${isIn(shownName)})`
}

/** A name of the query's `racer` or, if the racer is `hidden`, the name that others see. */
export function ifShown(name: RawBuilder<unknown>): RawBuilder<string> {
  return sql<string>`coalesce(hidden.name, ${name})`
}

/** A racer's look from what the database knows. */
export function lookOf(racer: Racer, { anywhere, here, color, hidden }: KnownNames): RacerLook {
  if (hidden !== null) {
    return { racer_name: hidden, name: hidden, nameAnywhere: hidden, color: null }
  }
  const racer_name = racerName(racer)
  const shown = (name: string | null) =>
    name === null ? racer_name : withPlatform(name, racer.platform)
  return { racer_name, name: shown(here), nameAnywhere: shown(anywhere), color }
}

/** The racer's names in a row of an answer. */
export function labelOf({ racer_name, name, color }: Omit<RacerLook, 'nameAnywhere'>): RacerLabel {
  return {
    racer_name,
    ...(name !== racer_name && { display_name: name }),
    ...(color !== null && { color }),
  }
}
