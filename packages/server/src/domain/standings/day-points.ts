/** The points of marble days, which boards of days, weeks and months add up. docs/scoring.md, Days. */
import { type RawBuilder, sql } from 'kysely'
import { beginningOf } from './marble-days.ts'
import { COUNTS_IN_SEASON } from './season-totals.ts'

export type PointsMode = 'all' | 'race' | 'royale'

/** The key of a day, in a query's `row`. */
interface DayKey {
  channelId: RawBuilder<unknown>
  season: RawBuilder<unknown>
  day: RawBuilder<unknown>
}

const GAMES: Record<PointsMode, RawBuilder<number>> = {
  all: sql`row.game_race_points + row.game_royale_points`,
  race: sql`row.game_race_points`,
  royale: sql`row.game_royale_points`,
}

const SNAPSHOTS: Record<PointsMode, RawBuilder<number>> = {
  all: sql`row.snapshot_race_points + row.snapshot_royale_points`,
  race: sql`row.snapshot_race_points`,
  royale: sql`row.snapshot_royale_points`,
}

/**
 * Selects channel_id, season, day, racer_id, points and last_day: what each racer got on the days, in several rows. The
 * stored rows of days have the points of games, unless the day still has to be written, for the first time or again.
 * A day's board of one mode lists only racers with points in it.
 *
 * @param isAsked what it takes from a query around this one must not be called row, closing, game, channel,
 * channel_season or result: these are its own
 */
export function selectDayPoints(
  isAsked: (key: DayKey) => RawBuilder<unknown>,
  mode: PointsMode = 'all',
): RawBuilder<unknown> {
  const isToBeWritten = sql`exists (
    select from day_closings as closing
    where closing.channel_id = row.channel_id and closing.season = row.season
      and closing.day = row.day
  )`
  const ofRow = sql`(
    ${SNAPSHOTS[mode]} + case when ${isToBeWritten} then 0 else ${GAMES[mode]} end
  )`
  const hasPlayed = mode === 'all' ? sql`(row.games > 0 and not ${isToBeWritten})` : sql`false`
  return sql`
    select row.channel_id, row.season, row.day, row.racer_id, ${ofRow} as points,
      case when ${SNAPSHOTS[mode]} > 0 then row.last_day end as last_day
    from racer_days as row
    where ${isAsked(keyOf('row'))} and (${ofRow} > 0 or ${hasPlayed})
    union all
    select closing.channel_id, closing.season, closing.day, result.racer_id, result.points, null::date
    from day_closings as closing
    join games as game on game.channel_id = closing.channel_id and game.season = closing.season
      and game.finished_at >= ${beginningOf(sql`closing.day`)}
      and game.finished_at < ${beginningOf(sql`(closing.day + 1)`)}
    join channels as channel on channel.id = game.channel_id
    join channel_seasons as channel_season
      on channel_season.channel_id = game.channel_id and channel_season.season = game.season
    join game_results as result on result.channel_id = game.channel_id
      and result.season = game.season and result.game_id = game.id
    where ${isAsked(keyOf('closing'))} and ${COUNTS_IN_SEASON}
      and ${mode === 'all' ? sql`true` : sql`game.mode = ${mode} and result.points > 0`}`
}

const keyOf = (table: string): DayKey => ({
  channelId: sql.ref(`${table}.channel_id`),
  season: sql.ref(`${table}.season`),
  day: sql.ref(`${table}.day`),
})
