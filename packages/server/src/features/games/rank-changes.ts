import type { RankChange } from '@rollcall/contract/games'
import type { Racer } from '@rollcall/scoring/racer'
import { sql } from 'kysely'
import type { Db } from '../../database/schema.ts'
import type { Hold } from '../events/held-games.ts'
import { isPublicGame } from '../events/public-games.ts'
import { beginningOf, marbleDayOf } from '../standings/marble-days.ts'
import {
  joinNames,
  KNOWN_NAMES,
  type KnownNames,
  labelOf,
  lookOf,
} from '../standings/racer-looks.ts'
import type { ResultsOfGame } from './game-rows.ts'

const MOST_LISTED = 10

/**
 * The racers who moved up on their channel's board of the day through a game, the best ranks first, computed from the
 * day's games before it. null if the game is not from the current marble day, counts on no board, or comes after held
 * games, whose points the ranks would give away. Empty after the day's first game.
 */
export async function findRankChanges(
  db: Db,
  game: ResultsOfGame & { finishedAt: Date },
  { holds, now }: { holds: readonly Hold[]; now: Date },
): Promise<RankChange[] | null> {
  if (game.mode === 'tilt') {
    return null
  }
  const { id, channelId, finishedAt } = game
  const day = marbleDayOf(sql`${finishedAt}::timestamptz`)
  const isOpenDay = sql`${day} = ${marbleDayOf(sql`${now}::timestamptz`)}`
  const { rows } = await sql<{
    isOpen: boolean
    changes: (Racer & KnownNames & Pick<RankChange, 'from' | 'to'>)[]
  }>`
    with played as materialized (
      select game.id, game.channel_id, game.season, ${isPublicGame(holds)} as is_public
      from games as game
      where game.channel_id = ${channelId} and game.is_rankable and game.mode in ('race', 'royale')
        and ${isOpenDay} and game.finished_at >= ${beginningOf(day)}
        and (game.finished_at, game.id) <= (${finishedAt}::timestamptz, ${id}::bigint)
    ),
    earned as (
      select result.racer_id,
        sum(result.points) filter (where played.id <> ${id}) as before,
        count(*) filter (where played.id <> ${id}) as games_before,
        sum(result.points) as after,
        bool_or(played.id = ${id} and result.points > 0) as gains
      from played
      join game_results as result on result.channel_id = played.channel_id
        and result.season = played.season and result.game_id = played.id
      group by result.racer_id
    ),
    ranked as (
      select racer_id, gains,
        case when games_before > 0 then
          rank() over (order by games_before = 0, coalesce(before, 0) desc)
        end as "from",
        rank() over (order by coalesce(after, 0) desc) as "to"
      from earned
    )
    select
      ${isOpenDay} and not exists (select from played where not is_public) as "isOpen",
      (
        select coalesce(json_agg(change order by "to", login), '[]')
        from (
          select racer.platform, racer.login, ${KNOWN_NAMES}, ranked."from", ranked."to"
          from ranked
          join racers as racer on racer.id = ranked.racer_id
          ${joinNames(sql`${channelId}::integer`)}
          where gains and ("from" is null or "to" < "from")
            and exists (select from played where id <> ${id})
          order by "to", racer.login
          limit ${MOST_LISTED}
        ) as change
      ) as changes`.execute(db)
  const [found] = rows
  return found?.isOpen
    ? found.changes.map(({ platform, login, anywhere, here, color, hidden, from, to }) => ({
        ...labelOf(lookOf({ platform, login }, { anywhere, here, color, hidden })),
        from,
        to,
      }))
    : null
}
