/**
 * Notes which days must be written: once when they close, and again when later data arrives for them. Needs the
 * transaction that stores the data and has locked the channel; `closeNextDay` (close-days.ts) writes them.
 */
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/database/schema.ts'
import { beginningOf, marbleDayOf, UNDATED } from './marble-days.ts'

/** Includes what companions send when the day changes in the numbers at its close. */
export const CLOSING_GRACE = sql`interval '10 minutes'`

/** Notes the days of games that were just stored. */
export async function noteGameDays(
  trx: Db,
  { channelId, gameIds }: { channelId: number; gameIds: readonly number[] },
): Promise<void> {
  await noteDays(
    trx,
    channelId,
    sql`
      select season, ${marbleDayOf(sql`finished_at`)} as day from games
      where channel_id = ${channelId} and id = any(${gameIds}::bigint[])`,
  )
}

/** Notes all days of these seasons on which games count, or counted when the days were last written. */
export async function noteSeasonDays(
  trx: Db,
  { channelId, seasons }: { channelId: number; seasons: readonly number[] },
): Promise<void> {
  const isInSeasons = sql`channel_id = ${channelId} and season = any(${seasons}::integer[])`
  await noteDays(
    trx,
    channelId,
    sql`
      select season, ${marbleDayOf(sql`finished_at`)} as day from games where ${isInSeasons}
      union
      select season, day from racer_days where ${isInSeasons} and games > 0 and day <> ${UNDATED}`,
  )
}

/** Notes a day that got points from a snapshot. */
export async function noteDay(
  trx: Db,
  { channelId, season, day }: { channelId: number; season: number; day: string },
): Promise<void> {
  await noteDays(trx, channelId, sql`select ${season}::integer as season, ${day}::date as day`)
}

/** Leaves out seasons that do not count on the channel, because they have no days. */
async function noteDays(trx: Db, channelId: number, days: RawBuilder<unknown>): Promise<void> {
  await sql`
    insert into day_closings (channel_id, season, day, due_at)
    select distinct ${channelId}::integer, season, day, ${beginningOf(sql`day + 1`)} + ${CLOSING_GRACE}
    from (${days}) as changed
    where exists (
      select from channel_seasons as channel_season
      where channel_season.channel_id = ${channelId} and channel_season.season = changed.season
    )
    on conflict do nothing`.execute(trx)
}
