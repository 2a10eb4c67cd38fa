/**
 * Who has how many points in a season of a channel: its snapshot, where there is one, and the rankable races and
 * royales that count beside it. Written as results come, for the channel and for each of its racers, so that readers
 * add nothing up. docs/scoring.md, A channel's season.
 */
import { CROWN_MIN_MARBLES } from '@rollcall/scoring/games'
import { pointsPerRace } from '@rollcall/scoring/points'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../database/schema.ts'
import { noteDaysOfGames, noteDaysOfSeasons } from './day-closings.ts'

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

/** Adds games that were just stored, as far as they count. In a transaction with the channel locked. */
export async function addGames(
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
  await addToRacers(trx, { channelId, seasons: [season], gameIds })
  await noteDaysOfGames(trx, { channelId, gameIds })
}

interface Counted {
  channelId: number
  seasons: readonly number[]
  /** Absent: all of the seasons. */
  gameIds?: readonly number[]
}

/** Those of the games that count, as `game`. */
const countedGames = ({ channelId, seasons, gameIds }: Counted): RawBuilder<unknown> => sql`
  from games as game
  join channels as channel on channel.id = game.channel_id
  left join channel_seasons as standing
    on standing.channel_id = game.channel_id and standing.season = game.season
  where game.channel_id = ${channelId} and game.season = any(${seasons}::integer[])
    and ${gameIds === undefined ? sql`true` : sql`game.id = any(${gameIds}::bigint[])`}
    and ${COUNTS_IN_SEASON}`

/**
 * Each game's results by the index: what is new in this transaction is in no statistics, and a plan of a join may be
 * square.
 */
export const RESULTS_OF_GAME = sql`
  select * from game_results
  where channel_id = game.channel_id and season = game.season and game_id = game.id
  offset 0`

/** By season, where there are any that count. */
async function sumGames(trx: Db, counted: Counted): Promise<(Sum & { season: number })[]> {
  const { rows } = await sql<Sum & { season: number }>`
    with counted as (select game.* ${countedGames(counted)})
    select game.season, coalesce(sum(result.points), 0) as points, count(*) as games,
      max(result.high) filter (where game.mode = 'race') as "raceHigh",
      max(result.high) filter (where game.mode = 'royale') as "royaleHigh"
    from counted as game
    cross join lateral (
      select sum(points) as points, max(points) as high from (${RESULTS_OF_GAME}) as result
    ) as result
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

const isRace = sql`game.mode = 'race'`
const isRoyale = sql`game.mode = 'royale'`
const isWin = sql`result.position = 1 and not result.eliminated`

/**
 * What a racer's games add up to, of `game` and `result`: of what can be unknown the sum of the known values, and in
 * how many games it is known.
 */
export const COUNTED_SUMS = {
  counted_race_games: sql`count(*) filter (where ${isRace})`,
  counted_race_wins: sql`count(*) filter (where ${isRace} and ${isWin})`,
  counted_race_points: sql`coalesce(sum(result.points) filter (where ${isRace}), 0)`,
  races_with_points: sql`count(result.points) filter (where ${isRace})`,
  counted_royale_games: sql`count(*) filter (where ${isRoyale})`,
  counted_royale_wins: sql`count(*) filter (where ${isRoyale} and ${isWin})`,
  counted_royale_points: sql`coalesce(sum(result.points) filter (where ${isRoyale}), 0)`,
  royales_with_points: sql`count(result.points) filter (where ${isRoyale})`,
  counted_kills: sql`coalesce(sum(result.kills) filter (where ${isRoyale}), 0)`,
  royales_with_kills: sql`count(result.kills) filter (where ${isRoyale})`,
  crownable_wins: sql`count(*) filter (
    where ${isRoyale} and ${isWin} and game.player_count >= ${sql.lit(CROWN_MIN_MARBLES)}
  )`,
} as const

export const COUNTED_COLUMNS = Object.keys(COUNTED_SUMS) as (keyof typeof COUNTED_SUMS)[]

const columnList = sql.join(COUNTED_COLUMNS.map((name) => sql.ref(name)))

async function addToRacers(trx: Db, counted: Counted): Promise<void> {
  const added = COUNTED_COLUMNS.map(
    (name) => sql`${sql.ref(name)} = total.${sql.ref(name)} + excluded.${sql.ref(name)}`,
  )
  await sql`
    with counted as (select game.* ${countedGames(counted)})
    insert into racer_totals as total (channel_id, season, racer_id, ${columnList})
    select ${counted.channelId}::integer, game.season, result.racer_id,
      ${sql.join(Object.values(COUNTED_SUMS))}
    from counted as game
    cross join lateral (${RESULTS_OF_GAME}) as result
    group by game.season, result.racer_id
    on conflict (channel_id, season, racer_id) do update set ${sql.join(added)}`.execute(trx)
}

/**
 * Counts the games of those seasons anew, after some were removed or changed, or others count now. A season without a
 * snapshot and without any game that counts is not listed. In a transaction with the channel locked.
 */
export async function recountGames(
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
  await takeFromRacers(trx, { channelId, seasons })
  for (const season of seasons) {
    const base = bases.get(season)
    const games = sums.get(season)
    const sum = base && games ? plus(base, games) : (base ?? games)
    if (sum === undefined) {
      await removeSeason(trx, { channelId, season })
    } else {
      await storeSum(trx, { channelId, season, sum })
    }
  }
  await addToRacers(trx, { channelId, seasons })
  await noteDaysOfSeasons(trx, { channelId, seasons })
}

async function removeSeason(
  trx: Db,
  { channelId, season }: { channelId: number; season: number },
): Promise<void> {
  for (const table of ['day_closings', 'racer_days', 'racer_totals', 'channel_seasons'] as const) {
    await trx
      .deleteFrom(table)
      .where('channel_id', '=', channelId)
      .where('season', '=', season)
      .execute()
  }
}

/** Afterwards no game is counted; who is in no snapshot has no total. */
async function takeFromRacers(
  trx: Db,
  { channelId, seasons }: { channelId: number; seasons: readonly number[] },
): Promise<void> {
  const ofSeasons = sql`channel_id = ${channelId} and season = any(${seasons}::integer[])`
  await sql`delete from racer_totals where ${ofSeasons} and not in_snapshot`.execute(trx)
  await sql`
    update racer_totals
    set ${sql.join(COUNTED_COLUMNS.map((name) => sql`${sql.ref(name)} = 0`))}
    where ${ofSeasons} and counted_race_games + counted_royale_games > 0`.execute(trx)
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
