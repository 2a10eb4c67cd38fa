import type { LeaderboardConfiguration } from '@rollcall/scoring/configuration'
import type { CheckpointHit, Game, GameMode } from '@rollcall/scoring/games'
import type { Racer } from '@rollcall/scoring/racer'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../app-context.ts'

/** What of an event decides which games count. */
export interface GameWindow {
  startsAt: Date
  endsAt: Date
  configuration: Pick<LeaderboardConfiguration, 'gameModes'>
}

/** In this order: as lists they are half as long as with their names, and there are many. */
type StoredResult = [
  platform: string,
  login: string,
  position: number | null,
  points: number | null,
  eliminated: boolean,
  kills: number | null,
  damage: number | null,
  isTopTiltee: boolean,
]

interface StoredGame {
  id: number
  mode: GameMode
  finishedAt: Date
  playerCount: number
  results: StoredResult[]
  checkpointHits: CheckpointHit[]
}

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
 * results and checkpoint hits: everybody's, or those of the racers that are named.
 */
export async function loadGames(
  db: Db,
  asked: { channelId: number; event: GameWindow; racers: readonly Racer[] | undefined },
): Promise<Game[]> {
  const { rows } = await sql<StoredGame>`
    select
      game.id,
      game.mode,
      game.finished_at as "finishedAt",
      game.player_count as "playerCount",
      coalesce(
        (
          select json_agg(json_build_array(
            platform, login, position, points, eliminated, kills, damage, is_top_tiltee
          ))
          from game_results as result
          where result.channel_id = game.channel_id
            and result.season = game.season
            and result.game_id = game.id
            and ${isOneOf(asked.racers)}
        ),
        '[]'
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
            and ${isOneOf(asked.racers)}
        ),
        '[]'
      ) as "checkpointHits"
    from games as game
    where game.channel_id = ${asked.channelId}
      and ${countedGames(asked.event)}
    order by game.finished_at, game.id`.execute(db)
  return rows.map(({ finishedAt, results, ...facts }) => ({
    ...facts,
    finishedAtMs: finishedAt.getTime(),
    results: results.map(
      ([platform, login, position, points, eliminated, kills, damage, isTopTiltee]) => ({
        platform,
        login,
        position,
        points,
        eliminated,
        kills,
        damage,
        // Scores nothing.
        timeMs: null,
        isTopTiltee,
      }),
    ),
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
