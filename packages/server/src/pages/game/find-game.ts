import type { GameDetails } from '@rollcall/contract/games'
import { sql } from 'kysely'
import { CHANNEL_LABEL, JOIN_STREAMER, MAP_LABEL } from '../../domain/standings/channel-labels.ts'
import type { Hold } from '../../domain/visibility/held-games.ts'
import { findHolds, isPublicGame } from '../../domain/visibility/public-games.ts'
import type { AppContext } from '../../edge/app-context.ts'
import type { Db } from '../../platform/database/schema.ts'
import type { ResultsOfGame } from './game-rows.ts'

/** A public game. */
export interface PublicGame {
  details: Omit<GameDetails, 'podium' | 'topTiltee' | 'changes' | 'previous' | 'next'>
  results: ResultsOfGame
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

type Neighbour = NonNullable<GameDetails['next']>

/** The public games of its channel before and after it. */
export async function findNeighbours(
  db: Db,
  { id, channelId, finishedAt }: ResultsOfGame,
  holds: readonly Hold[],
): Promise<Pick<GameDetails, 'previous' | 'next'>> {
  const own = sql`(${finishedAt}::timestamptz, ${id}::bigint)`
  const beside = (isBefore: boolean) => {
    const order = isBefore ? sql`desc` : sql`asc`
    return sql`(
      select game.*, ${isBefore}::boolean as is_before from games as game
      where game.channel_id = ${channelId} and ${isPublicGame(holds)}
        and (game.finished_at, game.id) ${isBefore ? sql`<` : sql`>`} ${own}
      order by game.finished_at ${order}, game.id ${order}
      limit 1
    )`
  }
  const { rows } = await sql<
    Omit<Neighbour, 'finishedAt'> & { finishedAt: Date; isBefore: boolean }
  >`
    select game.is_before as "isBefore", game.id, game.mode, game.finished_at as "finishedAt", game.level,
      game.player_count as "racerCount", ${CHANNEL_LABEL} as channel, ${MAP_LABEL} as map
    from (
      ${beside(true)} union all ${beside(false)}
    ) as game
    join channels as channel on channel.id = game.channel_id
    ${JOIN_STREAMER}
    left join maps as map on map.id = game.map_id`.execute(db)
  const named = rows.map(({ isBefore, ...game }) => ({
    isBefore,
    game: { ...game, finishedAt: game.finishedAt.toISOString() },
  }))
  return {
    previous: named.find(({ isBefore }) => isBefore)?.game ?? null,
    next: named.find(({ isBefore }) => !isBefore)?.game ?? null,
  }
}
