/**
 * A channel's season that no snapshot tells is the sum of its rankable races and royales. The sum is
 * stored as the games come, so that the public leaderboard need not add them up.
 */
import { pointsPerRace } from '@rollcall/scoring/points'
import { sql } from 'kysely'
import type { Db } from '../../database/schema.ts'

interface SumOfGames {
  points: number
  games: number
  raceHigh: number | null
  royaleHigh: number | null
}

/** Adds a game that was just stored, unless it does not rank or a snapshot tells the season. */
export async function addGameToSeason(
  trx: Db,
  { channelId, season, gameId }: { channelId: number; season: number; gameId: number },
): Promise<void> {
  await trx
    .insertInto('seasons')
    .values({ number: season })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const [game] = await sumGames(trx, { channelId, seasons: [season], gameId })
  if (game === undefined) {
    return
  }
  const stored = await trx
    .selectFrom('channel_seasons')
    .select([
      'source',
      'points',
      'total_games as games',
      'race_high_score as raceHigh',
      'royale_high_score as royaleHigh',
    ])
    .where('channel_id', '=', channelId)
    .where('season', '=', season)
    .executeTakeFirst()
  if (stored?.source !== 'snapshot') {
    await storeSum(trx, { channelId, season, sum: stored ? plus(stored, game) : game })
  }
}

/** Adds up all games of those seasons that no snapshot tells; one without any that counts is not listed. */
export async function sumSeasonsOfGames(
  trx: Db,
  { channelId, seasons }: { channelId: number; seasons: readonly number[] },
): Promise<void> {
  const removed = await trx
    .deleteFrom('channel_seasons')
    .where('channel_id', '=', channelId)
    .where('season', 'in', seasons)
    .where('source', '=', 'games')
    .returning('season')
    .execute()
  const told = removed.map(({ season }) => season)
  for (const { season, ...sum } of await sumGames(trx, { channelId, seasons: told })) {
    await storeSum(trx, { channelId, season, sum })
  }
}

/** By season, where there are any that count; of one game only, where it is named. */
async function sumGames(
  trx: Db,
  {
    channelId,
    seasons,
    gameId,
  }: { channelId: number; seasons: readonly number[]; gameId?: number },
): Promise<(SumOfGames & { season: number })[]> {
  const isAsked = gameId === undefined ? sql`true` : sql`game.id = ${gameId}`
  const { rows } = await sql<SumOfGames & { season: number }>`
    select game.season, coalesce(sum(result.points), 0) as points,
      count(distinct game.id) as games,
      max(result.points) filter (where game.mode = 'race') as "raceHigh",
      max(result.points) filter (where game.mode = 'royale') as "royaleHigh"
    from games as game
    join game_results as result
      on result.channel_id = game.channel_id
      and result.season = game.season
      and result.game_id = game.id
    where game.channel_id = ${channelId} and game.season = any(${seasons}::integer[])
      and game.is_rankable and game.mode in ('race', 'royale') and ${isAsked}
    group by game.season`.execute(trx)
  return rows
}

function plus(a: SumOfGames, b: SumOfGames): SumOfGames {
  return {
    points: a.points + b.points,
    games: a.games + b.games,
    raceHigh: higher(a.raceHigh, b.raceHigh),
    royaleHigh: higher(a.royaleHigh, b.royaleHigh),
  }
}

function higher(a: number | null, b: number | null): number | null {
  return a === null || b === null ? (a ?? b) : Math.max(a, b)
}

async function storeSum(
  trx: Db,
  { channelId, season, sum }: { channelId: number; season: number; sum: SumOfGames },
): Promise<void> {
  const standing = {
    source: 'games' as const,
    points: sum.points,
    total_games: sum.games,
    points_per_game: pointsPerRace(sum),
    race_high_score: sum.raceHigh,
    royale_high_score: sum.royaleHigh,
    marble_day: null,
    snapshot_hash: null,
    racer_count: 0,
  }
  await trx
    .insertInto('channel_seasons')
    .values({ channel_id: channelId, season, ...standing })
    .onConflict((conflict) => conflict.columns(['channel_id', 'season']).doUpdateSet(standing))
    .execute()
}
