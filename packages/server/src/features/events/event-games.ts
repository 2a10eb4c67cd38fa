import { setImmediate as nextTurn } from 'node:timers/promises'
import type { LeaderboardConfiguration } from '@rollcall/scoring/configuration'
import type { CheckpointHit, Game, GameMode, GameResult } from '@rollcall/scoring/games'
import type { Racer } from '@rollcall/scoring/racer'
import { type RawBuilder, sql } from 'kysely'
import { type Columns, columnsOf, rowsOf } from '../../database/columns.ts'
import type { Db } from '../../database/schema.ts'
import { type HeldGames, isHeld, modesOf } from './held-games.ts'

interface GameWindow {
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
function countedGames(
  { startsAt, endsAt, configuration }: GameWindow,
  held: readonly HeldGames[],
): RawBuilder<boolean> {
  return sql<boolean>`(
    game.finished_at >= ${startsAt}
    and game.finished_at < ${endsAt}
    and game.is_rankable
    and game.mode = any(${modesOf(configuration.gameModes)}::text[])
    and not ${isHeld(held)}
  )`
}

/** Whether the `racer` of a query is one of these; without racers, every one is. */
export function isOneOf(racers: readonly Racer[] | undefined): RawBuilder<boolean> {
  return racers === undefined
    ? sql<boolean>`true`
    : sql<boolean>`(racer.platform, racer.login) in (
        select * from unnest(
          ${racers.map(({ platform }) => platform)}::text[],
          ${racers.map(({ login }) => login)}::text[]
        )
      )`
}

/** How many games `readGames` would take. */
export async function countGames(
  trx: Db,
  { channelId, event, held }: Omit<AskedGames, 'racers'>,
): Promise<number> {
  const { rows } = await sql<{ games: number }>`
    select count(*) as games from games as game
    where game.channel_id = ${channelId} and ${countedGames(event, held)}`.execute(trx)
  return rows[0]?.games ?? 0
}

interface AskedGames {
  channelId: number
  event: GameWindow
  held: readonly HeldGames[]
  racers: readonly Racer[] | undefined
}

/** Games in memory at once. */
const PORTION = 50
/** How long the thread may be held. */
const TURN_MS = 4

/**
 * Takes, one by one, the channel's rankable games that finished in the event's window, in the modes that
 * count, with results and checkpoint hits: everybody's, or those of the racers that are named. In a
 * transaction that sees one moment.
 */
export async function readGames(
  trx: Db,
  asked: AskedGames,
  take: (game: Game) => void,
): Promise<void> {
  const { rows: counted } = await sql<{ id: number }>`
    select game.id from games as game
    where game.channel_id = ${asked.channelId} and ${countedGames(asked.event, asked.held)}`.execute(
    trx,
  )
  let since = performance.now()
  for (let from = 0; from < counted.length; from += PORTION) {
    const ids = counted.slice(from, from + PORTION).map(({ id }) => id)
    for (const { mode, playerCount, results, checkpointHits } of await listGames(trx, asked, ids)) {
      take({
        mode,
        playerCount,
        results: rowsOf(results),
        checkpointHits: rowsOf(checkpointHits),
      })
      if (performance.now() - since > TURN_MS) {
        await nextTurn()
        since = performance.now()
      }
    }
  }
}

async function listGames(
  trx: Db,
  asked: AskedGames,
  ids: readonly number[],
): Promise<StoredGame[]> {
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
        join racers as racer on racer.id = result.racer_id
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
        join racers as racer on racer.id = hit.racer_id
        where hit.channel_id = game.channel_id
          and hit.season = game.season
          and hit.game_id = game.id
          and ${isOneOf(asked.racers)}
      ) as "checkpointHits"
    from games as game
    where game.channel_id = ${asked.channelId} and game.id = any(${ids}::bigint[])`.execute(trx)
  return rows
}
