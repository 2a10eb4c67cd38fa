import type { LeaderboardConfiguration } from '@rollcall/scoring/configuration'
import type { CheckpointHit, Game, GameMode, GameResult } from '@rollcall/scoring/games'
import { sql } from 'kysely'
import type { Db } from '../../app-context.ts'

interface StoredGame {
  channelId: number
  id: number
  mode: GameMode
  finishedAt: Date
  playerCount: number
  results: GameResult[]
  checkpointHits: CheckpointHit[]
}

/**
 * The rankable games of the channels that finished in the window, in the modes that count, with
 * results and checkpoint hits; by channel, those without games left out.
 */
export async function loadGames(
  db: Db,
  asked: {
    channelIds: readonly number[]
    from: Date
    to: Date
    modes: LeaderboardConfiguration['gameModes']
  },
): Promise<Map<number, Game[]>> {
  const modes = modesOf(asked.modes)
  if (asked.channelIds.length === 0) {
    return new Map()
  }
  const { rows } = await sql<StoredGame>`
    select
      game.channel_id as "channelId",
      game.id,
      game.mode,
      game.finished_at as "finishedAt",
      game.player_count as "playerCount",
      (
        select json_agg(json_build_object(
          'platform', platform,
          'login', login,
          'position', position,
          'points', points,
          'eliminated', eliminated,
          'kills', kills,
          'damage', damage,
          'timeMs', time_us / 1000.0,
          'isTopTiltee', is_top_tiltee
        ))
        from game_results as result
        where result.channel_id = game.channel_id
          and result.season = game.season
          and result.game_id = game.id
      ) as results,
      coalesce(
        (
          select json_agg(json_build_object(
            'number', number, 'platform', platform, 'login', login
          ))
          from checkpoint_hits as hit
          where hit.channel_id = game.channel_id
            and hit.season = game.season
            and hit.game_id = game.id
        ),
        '[]'
      ) as "checkpointHits"
    from games as game
    where game.channel_id = any(${asked.channelIds}::integer[])
      and game.finished_at >= ${asked.from}
      and game.finished_at < ${asked.to}
      and game.is_rankable
      and game.mode = any(${modes}::text[])
    order by game.channel_id, game.finished_at, game.id`.execute(db)
  const games = new Map<number, Game[]>()
  for (const { channelId, finishedAt, ...facts } of rows) {
    const ofChannel = games.get(channelId) ?? []
    games.set(channelId, ofChannel)
    ofChannel.push({ ...facts, finishedAtMs: finishedAt.getTime() })
  }
  return games
}

function modesOf({
  racing,
  battleRoyale,
  tilted,
}: LeaderboardConfiguration['gameModes']): GameMode[] {
  return [
    ...(racing ? (['race'] as const) : []),
    ...(battleRoyale ? (['royale'] as const) : []),
    ...(tilted ? (['tilt'] as const) : []),
  ]
}
