import type { LeaderboardConfiguration } from '@rollcall/scoring/configuration'
import type { CheckpointHit, GameMode, GameResult } from '@rollcall/scoring/games'
import type { StoredGame } from '@rollcall/scoring/score-games'
import { type RawBuilder, sql } from 'kysely'
import { aggregateColumns, type Columns, toRows } from '../../../platform/database/columns.ts'
import type { Db } from '../../../platform/database/schema.ts'
import { isPrescribed } from '../../scoring/counting-configuration.ts'
import { type HeldGames, isHeld, listModes } from '../../visibility/held-games.ts'

interface GameWindow {
  id: number
  startsAt: Date
  endsAt: Date
  configuration: Pick<LeaderboardConfiguration, 'gameModes'>
  /** Which games count is prescribed. */
  isPrescribed: boolean
}

interface GameInColumns {
  id: number
  finishedAt: Date
  mode: GameMode
  playerCount: number
  results: Columns<GameResult>
  checkpointHits: Columns<CheckpointHit>
}

/** Whether the query's `game` counts for the event. */
export function countedGames(
  { id, startsAt, endsAt, configuration, ...event }: GameWindow,
  held: readonly HeldGames[],
): RawBuilder<boolean> {
  return sql<boolean>`(
    game.finished_at >= ${startsAt}
    and game.finished_at < ${endsAt}
    and ${event.isPrescribed ? isPrescribed(sql`${id}::integer`) : sql`game.is_rankable`}
    and game.mode = any(${listModes(configuration.gameModes)}::text[])
    and not ${isHeld(held)}
  )`
}

interface GamesParams {
  channelId: number
  event: GameWindow
  held: readonly HeldGames[]
}

/** How many games `readGames` would read. */
export async function countGames(
  trx: Db,
  { channelId, event, held }: GamesParams,
): Promise<number> {
  const { rows } = await sql<{ games: number }>`
    select count(*) as games from games as game
    where game.channel_id = ${channelId} and ${countedGames(event, held)}`.execute(trx)
  return rows[0]?.games ?? 0
}

/** How many games are in memory at the same time. */
const PORTION = 20

/**
 * Yields the channel's games that count: rankable ones, or those that are prescribed, which finished in the event's window
 * and whose modes count, with results and checkpoint hits. Needs a transaction that sees one moment.
 */
export async function* readGames(trx: Db, asked: GamesParams): AsyncGenerator<StoredGame> {
  const { rows: counted } = await sql<{ id: number }>`
    select game.id from games as game
    where game.channel_id = ${asked.channelId} and ${countedGames(asked.event, asked.held)}`.execute(
    trx,
  )
  for (let from = 0; from < counted.length; from += PORTION) {
    const ids = counted.slice(from, from + PORTION).map(({ id }) => id)
    for (const game of await listGames(trx, asked.channelId, ids)) {
      const { results, checkpointHits, ...facts } = game
      yield { ...facts, results: toRows(results), checkpointHits: toRows(checkpointHits) }
    }
  }
}

async function listGames(
  trx: Db,
  channelId: number,
  ids: readonly number[],
): Promise<GameInColumns[]> {
  const { rows } = await sql<GameInColumns>`
    select
      game.id, game.finished_at as "finishedAt", game.mode,
      game.player_count as "playerCount",
      (
        select ${aggregateColumns<GameResult>({
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
      ) as results,
      (
        select ${aggregateColumns<CheckpointHit>({
          number: 'number',
          platform: 'platform',
          login: 'login',
        })}
        from checkpoint_hits as hit
        join racers as racer on racer.id = hit.racer_id
        where hit.channel_id = game.channel_id
          and hit.season = game.season
          and hit.game_id = game.id
      ) as "checkpointHits"
    from games as game
    where game.channel_id = ${channelId} and game.id = any(${ids}::bigint[])`.execute(trx)
  return rows
}
