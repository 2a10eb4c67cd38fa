import type { LeaderboardConfiguration } from '@rollcall/scoring/configuration'
import type { CheckpointHit, Game, GameMode, GameResult } from '@rollcall/scoring/games'
import type { Racer } from '@rollcall/scoring/racer'
import { type RawBuilder, sql } from 'kysely'
import { type Columns, columnsOf, rowsOf } from '../../database/columns.ts'
import type { Db } from '../../database/schema.ts'

export interface GameWindow {
  startsAt: Date
  endsAt: Date
  configuration: Pick<LeaderboardConfiguration, 'gameModes'>
}

interface StoredGame {
  mode: GameMode
  playerCount: number
  results: Columns<GameResult>
  checkpointHits: Columns<CheckpointHit>
}

/** Whether the game, which the query calls `game`, counts for the event. */
function countedGames({ startsAt, endsAt, configuration }: GameWindow): RawBuilder<boolean> {
  return sql<boolean>`(
    game.finished_at >= ${startsAt}
    and game.finished_at < ${endsAt}
    and game.is_rankable
    and game.mode = any(${modesOf(configuration.gameModes)}::text[])
  )`
}

/** Whether a row of the query, by `platform` and `login`, is one of these racers'; without racers, every row is. */
export function isOneOf(racers: readonly Racer[] | undefined): RawBuilder<boolean> {
  return racers === undefined
    ? sql<boolean>`true`
    : sql<boolean>`(platform, login) in (
        select * from unnest(
          ${racers.map(({ platform }) => platform)}::text[],
          ${racers.map(({ login }) => login)}::text[]
        )
      )`
}

/**
 * The channel's rankable games that finished in the event's window, in the modes that count, with
 * results and checkpoint hits: everybody's, or those of the racers that are named.
 */
export async function listGames(
  db: Db,
  asked: { channelId: number; event: GameWindow; racers: readonly Racer[] | undefined },
): Promise<Game[]> {
  const { rows } = await sql<StoredGame>`
    select
      game.mode,
      game.player_count as "playerCount",
      (
        select ${columnsOf<GameResult>({
          platform: 'platform',
          login: 'login',
          position: 'position',
          points: 'points',
          eliminated: 'eliminated',
          kills: 'kills',
          damage: 'damage',
          isTopTiltee: 'is_top_tiltee',
        })}
        from game_results as result
        where result.channel_id = game.channel_id
          and result.season = game.season
          and result.game_id = game.id
          and ${isOneOf(asked.racers)}
      ) as results,
      (
        select ${columnsOf<CheckpointHit>({
          number: 'number',
          platform: 'platform',
          login: 'login',
        })}
        from checkpoint_hits as hit
        where hit.channel_id = game.channel_id
          and hit.season = game.season
          and hit.game_id = game.id
          and ${isOneOf(asked.racers)}
      ) as "checkpointHits"
    from games as game
    where game.channel_id = ${asked.channelId} and ${countedGames(asked.event)}`.execute(db)
  return rows.map(({ mode, playerCount, results, checkpointHits }) => ({
    mode,
    playerCount,
    results: rowsOf(results),
    checkpointHits: rowsOf(checkpointHits),
  }))
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
