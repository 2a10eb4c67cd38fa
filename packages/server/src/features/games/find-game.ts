import type { GameDetails } from '@rollcall/contract/games'
import { sql } from 'kysely'
import type { AppContext } from '../../app-context.ts'
import type { Hold } from '../events/held-games.ts'
import { findHolds, isPublicGame } from '../events/public-games.ts'
import { CHANNEL_LABEL, JOIN_STREAMER, MAP_LABEL } from '../standings/channel-labels.ts'
import type { ResultsOfGame } from './game-rows.ts'

/** A public game. */
export interface PublicGame {
  details: Omit<GameDetails, 'podium' | 'topTiltee' | 'changes'>
  results: ResultsOfGame & { finishedAt: Date }
  /** What sealed events hold now; the game is not among it. */
  holds: readonly Hold[]
}

type StoredGame = PublicGame['results'] & Omit<PublicGame['details'], 'finishedAt'>

/** null if there is no such public game. */
export async function findGame(
  { db, now }: Pick<AppContext, 'db' | 'now'>,
  id: number,
): Promise<PublicGame | null> {
  const holds = await findHolds(db, now())
  const { rows } = await sql<StoredGame>`
    select game.id, game.channel_id as "channelId", game.season, game.mode,
      game.finished_at as "finishedAt", game.level, game.level_passed as "isLevelPassed",
      game.expertise, game.player_count as "racerCount", game.eliminated_count as "eliminatedCount",
      ${CHANNEL_LABEL} as channel, ${MAP_LABEL} as map
    from games as game
    join channels as channel on channel.id = game.channel_id
    ${JOIN_STREAMER}
    left join maps as map on map.id = game.map_id
    where game.id = ${id} and ${isPublicGame(holds)}`.execute(db)
  const [game] = rows
  if (game === undefined) {
    return null
  }
  const { channelId, finishedAt, ...details } = game
  const { season, mode } = details
  return {
    details: { ...details, finishedAt: finishedAt.toISOString() },
    results: { id, channelId, season, mode, finishedAt },
    holds,
  }
}
