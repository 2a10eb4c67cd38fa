import { MOST_CHANGES, type RankChange } from '@rollcall/contract/games'
import type { Racer } from '@rollcall/scoring/racer'
import { sql } from 'kysely'
import { isOfOthers, ownsDuring, ownsInSeason } from '../../domain/people/login-owners.ts'
import { CHANNEL_SCOPE, joinTied } from '../../domain/people/racer-names.ts'
import { beginningOf, marbleDayOf } from '../../domain/standings/marble-days.ts'
import { isOnBoards } from '../../domain/standings/off-boards.ts'
import {
  joinNames,
  KNOWN_NAMES,
  type KnownNames,
  labelOf,
  lookOf,
} from '../../domain/standings/racer-looks.ts'
import { COUNTS_IN_SEASON } from '../../domain/standings/season-totals.ts'
import type { Db } from '../../platform/database/schema.ts'
import type { ResultsOfGame } from './game-rows.ts'

/**
 * The racers who moved up on their channel's board of the day through a game, the best ranks first: from what snapshots
 * add to the day and the games that count, before this one and with it. null if the game is not from the current marble
 * day, or counts on no board. Empty if nobody was on the board before. Not for a held day, whose points the ranks would
 * give away. It is one statement, because the ranks before and after must be of one moment.
 */
export async function findRankChanges(
  db: Db,
  game: ResultsOfGame,
  now: Date,
): Promise<RankChange[] | null> {
  if (game.mode === 'tilt') {
    return null
  }
  const { id, channelId, finishedAt } = game
  const day = marbleDayOf(sql`${finishedAt}::timestamptz`)
  const wasOwnedThen = sql<boolean>`(
    ${ownsDuring('period', { from: beginningOf(day), until: sql`'infinity'` })}
    or (ranked.gained_in is not null and ${ownsInSeason('period', sql`ranked.gained_in`)})
  )`
  const isOpenDay = sql`${day} = ${marbleDayOf(sql`${now}::timestamptz`)}`
  const { rows } = await sql<{
    isOpen: boolean
    changes: (Racer & KnownNames & Pick<RankChange, 'from' | 'to'>)[]
  }>`
    with played as materialized (
      select game.id, game.channel_id, game.season
      from games as game
      join channels as channel on channel.id = game.channel_id
      join channel_seasons as channel_season
        on channel_season.channel_id = game.channel_id and channel_season.season = game.season
      where game.channel_id = ${channelId} and ${COUNTS_IN_SEASON}
        and ${isOpenDay} and game.finished_at >= ${beginningOf(day)}
        and (game.finished_at, game.id) <= (${finishedAt}::timestamptz, ${id}::bigint)
    ),
    part as (
      select result.racer_id, result.points, played.id = ${id} as is_new,
        null::integer as gained_in
      from played
      join game_results as result on result.channel_id = played.channel_id
        and result.season = played.season and result.game_id = played.id
      union all
      select racer_id, snapshot_race_points + snapshot_royale_points, false, season
      from racer_days
      where channel_id = ${channelId} and day = ${day} and ${isOpenDay}
        and snapshot_race_points + snapshot_royale_points > 0
    ),
    earned as (
      select racer_id, sum(points) filter (where not is_new) as before, sum(points) as after,
        bool_or(not is_new) as was_on_board, bool_or(is_new and points > 0) as gains,
        max(gained_in) as gained_in
      from part
      where ${isOnBoards(sql`${channelId}::integer`, sql`part.racer_id`)}
      group by racer_id
    ),
    ranked as (
      select racer_id, gains, gained_in,
        case when was_on_board then
          rank() over (order by not was_on_board, coalesce(before, 0) desc)
        end as "from",
        rank() over (order by coalesce(after, 0) desc) as "to"
      from earned
    )
    select
      exists (select from played where id = ${id}) as "isOpen",
      (
        select coalesce(json_agg(change order by "to", tied nulls first, login), '[]')
        from (
          select racer.platform, racer.login, ${KNOWN_NAMES}, ranked."from", ranked."to",
            tied.number as tied
          from ranked
          join racers as racer on racer.id = ranked.racer_id
          ${joinNames(sql`${channelId}::integer`, { isOfOthers: isOfOthers('racer', wasOwnedThen) })}
          ${joinTied(CHANNEL_SCOPE(sql`${channelId}::integer`))}
          where gains and ("from" is null or "to" < "from")
            and exists (select from earned where was_on_board)
          order by "to", tied.number nulls first, racer.login
          limit ${MOST_CHANGES}
        ) as change
      ) as changes`.execute(db)
  const [found] = rows
  return found?.isOpen
    ? found.changes.map(({ platform, login, from, to, ...names }) => ({
        ...labelOf(lookOf({ platform, login }, names)),
        from,
        to,
      }))
    : null
}
