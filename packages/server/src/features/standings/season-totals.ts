/**
 * What a channel's season is made of: its snapshot, where there is one, and the rankable races and royales
 * that count beside it. The sum is stored as the games come, so that the public leaderboard need not add.
 */
import { pointsPerRace } from '@rollcall/scoring/points'
import { sql } from 'kysely'
import type { Db } from '../../database/schema.ts'

interface Sum {
  points: number
  games: number
  raceHigh: number | null
  royaleHigh: number | null
}

/**
 * Whether a game counts in its channel's season, of the `game`, `standing` and `channel` of a query:
 * docs/scoring.md, Handover.
 */
export const COUNTS_IN_SEASON = sql<boolean>`(
  game.is_rankable and game.mode in ('race', 'royale') and (
    standing.source is distinct from 'snapshot' or game.finished_at >= channel.handed_over_at
  )
)`

/** Since when the channel's games count beside its last snapshot; null: they do not. */
export async function findHandover(db: Db, channelId: number): Promise<Date | null> {
  const channel = await db
    .selectFrom('channels')
    .select('handed_over_at')
    .where('id', '=', channelId)
    .executeTakeFirst()
  return channel?.handed_over_at ?? null
}

/** Adds games that were just stored, as far as they count. */
export async function addGamesToSeason(
  trx: Db,
  { channelId, season, gameIds }: { channelId: number; season: number; gameIds: readonly number[] },
): Promise<void> {
  await trx
    .insertInto('seasons')
    .values({ number: season })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const [added] = await sumGames(trx, { channelId, seasons: [season], gameIds })
  if (added === undefined) {
    return
  }
  const stored = await trx
    .selectFrom('channel_seasons')
    .select([
      'points',
      'total_games as games',
      'race_high_score as raceHigh',
      'royale_high_score as royaleHigh',
    ])
    .where('channel_id', '=', channelId)
    .where('season', '=', season)
    .executeTakeFirst()
  await storeSum(trx, { channelId, season, sum: stored ? plus(stored, added) : added })
}

/** Adds up those seasons anew; one without a snapshot and without any game that counts is not listed. */
export async function sumSeasons(
  trx: Db,
  { channelId, seasons }: { channelId: number; seasons: readonly number[] },
): Promise<void> {
  if (seasons.length === 0) {
    return
  }
  const sums = new Map(
    (await sumGames(trx, { channelId, seasons })).map(({ season, ...sum }) => [season, sum]),
  )
  const standings = await trx
    .selectFrom('channel_seasons')
    .select([
      'season',
      'source',
      'snapshot_points as points',
      'snapshot_games as games',
      'snapshot_race_high as raceHigh',
      'snapshot_royale_high as royaleHigh',
    ])
    .where('channel_id', '=', channelId)
    .where('season', 'in', seasons)
    .execute()
  const bases = new Map(
    standings
      .filter(({ source }) => source === 'snapshot')
      .map((base) => [
        base.season,
        { ...base, points: base.points ?? 0, games: base.games ?? 0 } satisfies Sum,
      ]),
  )
  for (const season of seasons) {
    const base = bases.get(season)
    const games = sums.get(season)
    const sum = base && games ? plus(base, games) : (base ?? games)
    if (sum === undefined) {
      await trx
        .deleteFrom('channel_seasons')
        .where('channel_id', '=', channelId)
        .where('season', '=', season)
        .execute()
    } else {
      await storeSum(trx, { channelId, season, sum })
    }
  }
}

/** Of the named games those that count, by season. */
export async function sumCounted(
  trx: Db,
  { channelId, gameIds }: { channelId: number; gameIds: readonly number[] },
): Promise<Map<number, { points: number; games: number }>> {
  const seasons = await trx
    .selectFrom('games')
    .select('season')
    .distinct()
    .where('channel_id', '=', channelId)
    .where('id', 'in', gameIds.length === 0 ? [0] : gameIds)
    .execute()
  const sums = await sumGames(trx, {
    channelId,
    seasons: seasons.map(({ season }) => season),
    gameIds,
  })
  return new Map(sums.map(({ season, points, games }) => [season, { points, games }]))
}

/**
 * By season, where there are any that count; of some games only, where they are named. Each game's results
 * by the index: what is new in this transaction is in no statistics, and a plan of a join may be square.
 */
async function sumGames(
  trx: Db,
  {
    channelId,
    seasons,
    gameIds,
  }: { channelId: number; seasons: readonly number[]; gameIds?: readonly number[] },
): Promise<(Sum & { season: number })[]> {
  const isAsked = gameIds === undefined ? sql`true` : sql`game.id = any(${gameIds}::bigint[])`
  const { rows } = await sql<Sum & { season: number }>`
    select game.season, coalesce(sum(result.points), 0) as points, count(*) as games,
      max(result.high) filter (where game.mode = 'race') as "raceHigh",
      max(result.high) filter (where game.mode = 'royale') as "royaleHigh"
    from games as game
    join channels as channel on channel.id = game.channel_id
    left join channel_seasons as standing
      on standing.channel_id = game.channel_id and standing.season = game.season
    cross join lateral (
      select sum(points) as points, max(points) as high
      from game_results
      where channel_id = game.channel_id and season = game.season and game_id = game.id
      having count(*) > 0
    ) as result
    where game.channel_id = ${channelId} and game.season = any(${seasons}::integer[])
      and ${isAsked} and ${COUNTS_IN_SEASON}
    group by game.season`.execute(trx)
  return rows
}

function plus(a: Sum, b: Sum): Sum {
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
  { channelId, season, sum }: { channelId: number; season: number; sum: Sum },
): Promise<void> {
  const numbers = {
    points: sum.points,
    total_games: sum.games,
    points_per_game: pointsPerRace(sum),
    race_high_score: sum.raceHigh,
    royale_high_score: sum.royaleHigh,
  }
  await trx
    .insertInto('channel_seasons')
    .values({
      channel_id: channelId,
      season,
      source: 'games',
      marble_day: null,
      snapshot_hash: null,
      racer_count: 0,
      ...numbers,
    })
    .onConflict((conflict) => conflict.columns(['channel_id', 'season']).doUpdateSet(numbers))
    .execute()
}
