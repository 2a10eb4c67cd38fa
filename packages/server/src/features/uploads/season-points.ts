import { type RawBuilder, sql } from 'kysely'
import { COUNTS_IN_SEASON } from './season-of-games.ts'

/**
 * Rows of platform, login and points, of which a racer may have several: the snapshot's racers where one counts, with
 * the games that count beside it.
 *
 * @param asked what names the seasons in the query, by its columns `channel_id` and `season`
 */
export const pointsOfRacers = (asked: RawBuilder<unknown>) => sql`
  select racer.platform, racer.login,
    coalesce(racer.race_points, 0) + coalesce(racer.royale_points, 0) as points
  from ${asked} as asked
  join season_racers as racer
    on racer.channel_id = asked.channel_id and racer.season = asked.season
  union all
  select result.platform, result.login, result.points
  from ${asked} as asked
  join channels as channel on channel.id = asked.channel_id
  join games as game on game.channel_id = asked.channel_id and game.season = asked.season
  join game_results as result on result.channel_id = game.channel_id
    and result.season = game.season and result.game_id = game.id
  left join channel_seasons as standing
    on standing.channel_id = game.channel_id and standing.season = game.season
  where ${COUNTS_IN_SEASON}`
