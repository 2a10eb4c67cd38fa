/** What racers look like wherever their names leave the server. */
import { type Racer, type RacerLabel, racerName, withPlatform } from '@rollcall/scoring/racer'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../database/schema.ts'

/** What a racer is called on a channel, and the colour of their name there. */
export interface RacerLook {
  racer_name: string
  /** The `racer_name` where no other name is known. */
  name: string
  /** The same on a board of several channels. */
  nameAnywhere: string
  /** RRGGBBAA; null: not known. */
  color: string | null
}

/**
 * What racers look like on a channel, in the order asked for. A name is that of the racer's own sign-in; else the one on
 * that channel; else the login as it is written; with the platform behind it, as `racer_name` has it.
 * docs/scoring.md, Racers.
 *
 * @param racers a thousand at most: for more the database would read whole tables
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

/** What the database knows of a racer's name and colour. */
export interface KnownNames {
  /** From the owner's sign-in, else as the login is written; null: neither is known. */
  anywhere: string | null
  /** The same, with what the channel called the racer before the latter. */
  here: string | null
  color: string | null
}

const UNKNOWN: KnownNames = { anywhere: null, here: null, color: null }

/** `KnownNames` of a query with `joinNames`. */
export const KNOWN_NAMES = sql`
  coalesce(owner.display_name, racer.display_name) as anywhere,
  coalesce(owner.display_name, named.display_name, racer.display_name) as here, named.color`

/** Joins to the query's `racer` the `owner` of the login. */
export const JOIN_OWNER = sql`
  left join login_periods as period
    on period.platform = racer.platform and period.login = racer.login and period.ended_at is null
  left join users as owner on owner.id = period.user_id`

/**
 * Joins to the query's `racer` the `owner` of the login and what the channel calls the racer, `named`. What it called
 * somebody who had the login before is gone.
 */
export function joinNames(channelId: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    ${JOIN_OWNER}
    left join channel_racers as named
      on named.racer_id = racer.id and named.channel_id = ${channelId} and ${isNamedSince}`
}

/** Whether the racer whom the query's `named` means had the login already. */
export const isNamedSince = sql<boolean>`not exists (
  select from login_periods as past
  where past.platform = racer.platform and past.login = racer.login
    and past.ended_at > named.named_at
)`

/** The racer's `racer_name`, of the query's `racer`: as `racerName` has it. */
export const RACER_NAME = withPlatformInSql(sql`racer.login`)

/** As `withPlatform` has it, of the query's `racer`. */
export function withPlatformInSql(name: RawBuilder<unknown>): RawBuilder<string> {
  return sql<string>`(${name} || case racer.platform
    when 'twitch' then ''
    when 'youtube' then ' (YouTube)'
    when 'tiktok' then ' (TikTok)'
    else ' (' || upper(left(racer.platform, 1)) || substr(racer.platform, 2) || ')'
  end)`
}

/** What a racer looks like by what is known of them. */
export function lookOf(racer: Racer, { anywhere, here, color }: KnownNames): RacerLook {
  const racer_name = racerName(racer)
  const shown = (name: string | null) =>
    name === null ? racer_name : withPlatform(name, racer.platform)
  return { racer_name, name: shown(here), nameAnywhere: shown(anywhere), color }
}

/** How a row of an answer names its racer. */
export function labelOf({ racer_name, name, color }: Omit<RacerLook, 'nameAnywhere'>): RacerLabel {
  return {
    racer_name,
    ...(name !== racer_name && { display_name: name }),
    ...(color !== null && { color }),
  }
}
