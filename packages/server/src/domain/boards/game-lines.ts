/** Games in lists, such as the latest of a map. */
import type { GameLine } from '@rollcall/contract/games'
import type { Racer } from '@rollcall/scoring/racer'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/database/schema.ts'
import { isOfOthers, ownsAt } from '../people/login-owners.ts'
import { SCOPE_ANYWHERE } from '../people/racer-names.ts'
import { CHANNEL_LABEL, JOIN_STREAMER, MAP_LABEL } from '../standings/channel-labels.ts'
import {
  joinNames,
  KNOWN_NAMES,
  type KnownNames,
  labelAnywhere,
  labelOf,
  lookOf,
} from '../standings/racer-looks.ts'
import type { Hold } from '../visibility/held-games.ts'
import { isPublicGame } from '../visibility/public-games.ts'

type StoredLine = Omit<GameLine, 'finishedAt' | 'winner'> & {
  finishedAt: Date
  winner: (Racer & KnownNames) | null
}

interface GamesParams {
  /** A condition on the query's `game`. */
  which: RawBuilder<boolean>
  holds: readonly Hold[]
  limit: number
  /**
   * What winners are called: `here`, as the channel calls them; `anywhere`, as every channel does, for lists of
   * several channels.
   */
  names: 'here' | 'anywhere'
}

/** The latest public games, newest first. */
export async function listLatestGames(
  db: Db,
  { which, holds, limit, names }: GamesParams,
): Promise<GameLine[]> {
  const channelId = sql`game.channel_id`
  const { rows } = await sql<StoredLine>`
    select game.id, game.mode, game.finished_at as "finishedAt", game.level,
      game.level_passed as "isLevelPassed", game.player_count as "racerCount",
      game.eliminated_count as "eliminatedCount", ${CHANNEL_LABEL} as channel, ${MAP_LABEL} as map,
      (
        select json_build_object('platform', platform, 'login', login,
          'anywhere', anywhere, 'here', here, 'color', color, 'hidden', hidden, 'others', others)
        from (
          select racer.platform, racer.login, ${KNOWN_NAMES}
          from game_results as result
          join racers as racer on racer.id = result.racer_id
          ${joinNames(channelId, {
            isOfOthers: isOfOthers('racer', ownsAt('period', sql`game.finished_at`)),
            ...(names === 'anywhere' && { scope: SCOPE_ANYWHERE }),
          })}
          where result.channel_id = game.channel_id and result.season = game.season
            and result.game_id = game.id and ${isWinner}
          limit 1
        ) as best
      ) as winner
    from (
      select * from games as game
      where ${which} and ${isPublicGame(holds)}
      order by game.finished_at desc, game.id desc
      limit ${limit}
    ) as game
    join channels as channel on channel.id = game.channel_id
    ${JOIN_STREAMER}
    left join maps as map on map.id = game.map_id
    order by game.finished_at desc, game.id desc`.execute(db)
  return rows.map(({ finishedAt, winner, ...line }) => ({
    ...line,
    finishedAt: finishedAt.toISOString(),
    winner: winner && (names === 'here' ? labelOf : labelAnywhere)(lookOf(winner, winner)),
  }))
}

const isWinner = sql<boolean>`case game.mode
  when 'tilt' then result.is_top_tiltee
  else result.position = 1 and not result.eliminated
end`
