/**
 * Which days of a channel are held: a game that a sealed event holds was played on them, so the points of the day would
 * tell its results. The points of such a day are not public until all of the day is opened.
 * docs/scoring.md, Held days; docs/decisions/125-a-held-day-has-no-public-board.md
 */
import type { HeldDay } from '@rollcall/contract/endpoint'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/database/schema.ts'
import type { Viewer } from '../rights/roles.ts'
import { beginningOf, type DayFilter, marbleDayOf } from '../standings/marble-days.ts'
import { nameShows } from './event-pages.ts'
import { type Hold, holdRows, isOfHold } from './held-games.ts'

/**
 * What of a channel is held, as rows of `channel_id`, `event_id`, `first_day` and `last_day`: a day for each on which a
 * held game was played, and the days to which snapshots may have added such games. A snapshot does not say which games it
 * includes, and its gain may belong to the day before the one on which it arrived.
 */
const heldDays = (holds: readonly Hold[], channelIds: RawBuilder<unknown>) => sql`(
  with hold as materialized (
    select * from ${holdRows(holds)} where "channelId" in (${channelIds})
  )
  select hold."channelId" as channel_id, hold."eventId" as event_id, held.*
  from hold
  cross join lateral (
    select day::date as first_day, day::date as last_day
    from generate_series(
      ${marbleDayOf(sql`lower(hold.times)`)}::timestamp,
      ${marbleDayOf(sql`least(upper(hold.times), (
        select max(finished_at) from games where channel_id = hold."channelId"
      ))`)}::timestamp,
      interval '1 day'
    ) as day
    where exists (
      select from games as game
      where ${isOfHold} and game.is_rankable
        and game.finished_at >= ${beginningOf(sql`day::date`)}
        and game.finished_at < ${beginningOf(sql`(day::date + 1)`)}
    )
    union all
    select ${marbleDayOf(sql`lower(hold.times)`)} - 1,
      ${marbleDayOf(sql`least(upper(hold.times), max(snapshot.received_at))`)}
    from season_snapshots as snapshot
    join channels as channel on channel.id = snapshot.channel_id
    where snapshot.channel_id = hold."channelId"
      and snapshot.received_at >= lower(hold.times)
      and snapshot.received_at < coalesce(channel.handed_over_at, 'infinity')
    having count(*) > 0
  ) as held
)`

/**
 * Lets through the rows of days that are not held.
 *
 * @param channelIds selects the ids of the channels that the rows may be of
 */
export function notHeld(
  holds: readonly Hold[],
  channelIds: RawBuilder<unknown>,
): DayFilter | undefined {
  if (holds.length === 0) {
    return undefined
  }
  // A subquery that depends on no row is answered once for the whole statement.
  const days = sql`(
    select jsonb_object_agg(channel_id, days)
    from (
      select channel_id, range_agg(daterange(first_day, last_day, '[]')) as days
      from ${heldDays(holds, channelIds)} as held
      group by channel_id
    ) as held
  )`
  return ({ channelId, day, lastDay }) => sql<boolean>`not coalesce(
    (${days} ->> ${channelId}::text)::datemultirange && ${daysOf({ day, lastDay })}, false
  )`
}

const daysOf = ({ day, lastDay }: { day: RawBuilder<unknown>; lastDay: RawBuilder<unknown> }) =>
  sql`daterange(${day}, coalesce(${lastDay}, ${day}), '[]')`

export interface HeldParams {
  channelId: number
  /** What sealed events hold now. */
  holds: readonly Hold[]
  /** The viewer, who learns which event it is only if they may know. */
  viewer: Viewer | null
}

/**
 * The marble day as pages say that it is held, or null. Call it after its points were read: a game among them that
 * arrived meanwhile is found then.
 *
 * @param day YYYY-MM-DD
 */
export async function findHeldDay(
  db: Db,
  { day, ...asked }: HeldParams & { day: string },
): Promise<HeldDay | null> {
  const held = await findFirstHeld(db, { ...asked, first: day, last: day })
  return held && { ...held, day }
}

/** The first held day of these days; of a sum of points that begins in them, also of the days up to its last. */
export async function findFirstHeld(
  db: Db,
  { first, last, ...asked }: HeldParams & { first: string; last: string },
): Promise<HeldDay | null> {
  const holds = holdsOf(asked)
  if (holds.length === 0) {
    return null
  }
  const channelIds = sql`${asked.channelId}::integer`
  const { rows } = await sql<{ eventId: number; day: string }>`
    select held.event_id as "eventId", greatest(held.first_day, ${first}::date)::text as day
    from ${heldDays(holds, channelIds)} as held
    where ${isHeldIn({ first, last })}
    order by day`.execute(db)
  return nameDay(db, {
    day: rows[0]?.day ?? '',
    eventIds: [...new Set(rows.map(({ eventId }) => eventId))],
    viewer: asked.viewer,
  })
}

/** The channels with a held day among these days. */
export async function listHeldChannels(
  db: Db,
  { holds, first, last }: { holds: readonly Hold[]; first: string; last: string },
): Promise<number[]> {
  if (holds.length === 0) {
    return []
  }
  const { rows } = await sql<{ id: number }>`
    select distinct held.channel_id as id
    from ${heldDays(holds, sql`select id from channels`)} as held
    where ${isHeldIn({ first, last })}
    order by id`.execute(db)
  return rows.map(({ id }) => id)
}

/** Whether the query's `held` days are among these, or among those that sums of points from these reach into. */
const isHeldIn = ({ first, last }: { first: string; last: string }) => sql<boolean>`(
  daterange(held.first_day, held.last_day, '[]') && ${daysOf({
    day: sql`${first}::date`,
    lastDay: sql`greatest(${last}::date, (
      select max(row.last_day)
      from channel_seasons as played
      join racer_days as row on row.channel_id = played.channel_id and row.season = played.season
      where played.channel_id = held.channel_id
        and row.day between ${first}::date and ${last}::date
    ))`,
  })}
)`

/**
 * The same for a day of the streamer's own calendar, of which only games are shown.
 *
 * @param since when that day began
 */
export async function findHeldSince(
  db: Db,
  { since, timeZone, ...asked }: HeldParams & { since: Date; timeZone: string },
): Promise<HeldDay | null> {
  const holds = holdsOf(asked)
  if (holds.length === 0) {
    return null
  }
  const { rows } = await sql<{ eventId: number; day: string }>`
    select distinct hold."eventId", (${since}::timestamptz at time zone ${timeZone})::date::text as day
    from ${holdRows(holds)}
    where exists (
      select from games as game
      where ${isOfHold} and game.is_rankable and game.finished_at >= ${since}
    )`.execute(db)
  const eventIds = rows.map(({ eventId }) => eventId)
  return nameDay(db, { day: rows[0]?.day ?? '', eventIds, viewer: asked.viewer })
}

const holdsOf = ({ channelId, holds }: HeldParams) =>
  holds.filter((hold) => hold.channelId === channelId)

async function nameDay(
  db: Db,
  { day, eventIds, viewer }: { day: string; eventIds: readonly number[]; viewer: Viewer | null },
): Promise<HeldDay | null> {
  if (eventIds.length === 0) {
    return null
  }
  const [event = null] = await nameShows(db, { eventIds, viewer })
  return { day, event: event && { name: event.name, publicToken: event.publicToken } }
}

/**
 * The held days of the channels, each once, the earliest first.
 *
 * @param from the first day asked for, YYYY-MM-DD
 */
export async function listHeldDays(
  db: Db,
  {
    holds,
    channelIds,
    from,
  }: { holds: readonly Hold[]; channelIds: RawBuilder<unknown>; from: string },
): Promise<string[]> {
  if (holds.length === 0) {
    return []
  }
  const { rows } = await sql<{ day: string }>`
    select distinct day::date::text as day
    from ${heldDays(holds, channelIds)} as held
    cross join lateral generate_series(
      greatest(held.first_day, ${from}::date)::timestamp, held.last_day::timestamp, interval '1 day'
    ) as day
    order by day`.execute(db)
  return rows.map(({ day }) => day)
}
