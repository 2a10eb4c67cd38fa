import type { LeaderboardConfiguration } from '@rollcall/scoring/configuration'
import type { CheckpointHit, Game, GameMode, GameResult } from '@rollcall/scoring/games'
import type { Racer } from '@rollcall/scoring/racer'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../app-context.ts'
import { type Columns, columnsOf, rowsOf } from '../../database/columns.ts'

/** What of an event decides which games count. */
export interface GameWindow {
  startsAt: Date
  endsAt: Date
  configuration: Pick<LeaderboardConfiguration, 'gameModes'>
}

interface StoredGame {
  version: string
  id: number
  mode: GameMode
  finishedAt: Date
  playerCount: number
  results: Columns<GameResult>
  checkpointHits: Columns<CheckpointHit>
}

/** Another one where other games count; what a game says never changes. */
export const versionOfGames = sql<
  string | null
>`md5(string_agg(game.id::text, ' ' order by game.id))`

/** Whether the game, which the query calls `game`, counts for the event. */
export function countedGames({ startsAt, endsAt, configuration }: GameWindow): RawBuilder<boolean> {
  return sql<boolean>`(
    game.finished_at >= ${startsAt}
    and game.finished_at < ${endsAt}
    and game.is_rankable
    and game.mode = any(${modesOf(configuration.gameModes)}::text[])
  )`
}

/** Whether a row of the query, by its `platform` and `login`, is one of these racers'; all are where none is named. */
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
 * results and checkpoint hits: everybody's, or those of the racers that are named. With the version of
 * the very games that are given; null where there are none.
 */
export async function loadGames(
  db: Db,
  asked: { channelId: number; event: GameWindow; racers: readonly Racer[] | undefined },
): Promise<{ version: string | null; games: Game[] }> {
  const { rows } = await sql<StoredGame>`
    with counted as (
      select * from games as game
      where game.channel_id = ${asked.channelId} and ${countedGames(asked.event)}
    )
    select
      (select ${versionOfGames} from counted as game) as version,
      game.id,
      game.mode,
      game.finished_at as "finishedAt",
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
    from counted as game`.execute(db)
  return {
    version: rows[0]?.version ?? null,
    games: rows.map(({ id, mode, finishedAt, playerCount, results, checkpointHits }) => ({
      id,
      mode,
      finishedAtMs: finishedAt.getTime(),
      playerCount,
      results: rowsOf(results),
      checkpointHits: rowsOf(checkpointHits),
    })),
  }
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
