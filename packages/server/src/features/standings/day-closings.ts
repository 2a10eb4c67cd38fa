/**
 * Which days are to be written: once when they close, and again when later data arrives for them. In the transaction
 * that stores the data, with the channel locked; `closeNextDay` (close-days.ts) takes them.
 */
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../database/schema.ts'
import { beginningOf, marbleDayOf, UNDATED } from './marble-days.ts'

/** So that what companions send when the day changes is in the numbers at its close. */
const GRACE = sql`interval '10 minutes'`

/** The days of games that were just stored. */
export async function noteDaysOfGames(
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

/** All days of these seasons on which games count, or did when they were last written. */
export async function noteDaysOfSeasons(
  trx: Db,
  { channelId, seasons }: { channelId: number; seasons: readonly number[] },
): Promise<void> {
  const ofSeasons = sql`channel_id = ${channelId} and season = any(${seasons}::integer[])`
  await noteDays(
    trx,
    channelId,
    sql`
      select season, ${marbleDayOf(sql`finished_at`)} as day from games where ${ofSeasons}
      union
      select season, day from racer_days where ${ofSeasons} and games > 0 and day <> ${UNDATED}`,
  )
}

/** A day to which points of a snapshot were dated. */
export async function noteDay(
  trx: Db,
  { channelId, season, day }: { channelId: number; season: number; day: string },
): Promise<void> {
  await noteDays(trx, channelId, sql`select ${season}::integer as season, ${day}::date as day`)
}

/** A season that does not count on the channel has no days. */
async function noteDays(trx: Db, channelId: number, days: RawBuilder<unknown>): Promise<void> {
  await sql`
    insert into day_closings (channel_id, season, day, due_at)
    select distinct ${channelId}::integer, season, day, ${beginningOf(sql`day + 1`)} + ${GRACE}
    from (${days}) as changed
    where exists (
      select from channel_seasons as standing
      where standing.channel_id = ${channelId} and standing.season = changed.season
    )
    on conflict do nothing`.execute(trx)
}
