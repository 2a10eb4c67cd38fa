/**
 * The totals of a channel's season: its snapshot, if there is one, and the rankable races and royales that count in
 * addition. They are written when results arrive, for the channel and each of its racers, so that readers do not have
 * to add anything up. docs/scoring.md, A channel's season.
 */
import { CROWN_MIN_MARBLES } from '@rollcall/scoring/games'
import { pointsPerRace } from '@rollcall/scoring/points'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/database/schema.ts'
import { checkSeasons } from './badge-checks.ts'
import { noteGameDays, noteSeasonDays } from './day-closings.ts'
import { GAME_RESULTS } from './game-results.ts'

interface Sum {
  points: number
  games: number
  raceHigh: number | null
  royaleHigh: number | null
}

/**
 * Whether a query's `game` counts in its channel's season. The query also needs its `channel_season` and `channel`.
 * docs/scoring.md, Handover.
 */
export const COUNTS_IN_SEASON = sql<boolean>`(
  game.is_rankable and game.mode in ('race', 'royale') and (
    channel_season.source is distinct from 'snapshot' or game.finished_at >= channel.handed_over_at
  )
)`

/** From when the channel's games count in addition to its last snapshot; null if they do not. */
export async function findHandover(db: Db, channelId: number): Promise<Date | null> {
  const channel = await db
    .selectFrom('channels')
    .select('handed_over_at')
    .where('id', '=', channelId)
    .executeTakeFirst()
  return channel?.handed_over_at ?? null
}

/** Adds the games that count, of those just stored. Needs a transaction that has locked the channel. */
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
  await noteGameDays(trx, { channelId, gameIds })
  await checkSeasons(trx, { channelId, seasons: [season] })
}

interface Counted {
  channelId: number
  seasons: readonly number[]
  /** Without it, all games of the seasons. */
  gameIds?: readonly number[]
}

/** The games that count, as `game`. */
const countedGames = ({ channelId, seasons, gameIds }: Counted): RawBuilder<unknown> => sql`
  from games as game
  join channels as channel on channel.id = game.channel_id
  left join channel_seasons as channel_season
    on channel_season.channel_id = game.channel_id and channel_season.season = game.season
  where game.channel_id = ${channelId} and game.season = any(${seasons}::integer[])
    and ${gameIds === undefined ? sql`true` : sql`game.id = any(${gameIds}::bigint[])`}
    and ${COUNTS_IN_SEASON}`

/** The sums by season, for seasons with games that count. */
async function sumGames(trx: Db, counted: Counted): Promise<(Sum & { season: number })[]> {
  const { rows } = await sql<Sum & { season: number }>`
    with counted as (select game.* ${countedGames(counted)})
    select game.season, coalesce(sum(result.points), 0) as points, count(*) as games,
      max(result.high) filter (where game.mode = 'race') as "raceHigh",
      max(result.high) filter (where game.mode = 'royale') as "royaleHigh"
    from counted as game
    cross join lateral (
      select sum(points) as points, max(points) as high from (${GAME_RESULTS}) as result
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
 * The sums of a racer's games, from the query's `game` and `result`. For a number that can be unknown: the sum of the
 * known values, and in how many games it is known.
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
    cross join lateral (${GAME_RESULTS}) as result
    group by game.season, result.racer_id
    on conflict (channel_id, season, racer_id) do update set ${sql.join(added)}`.execute(trx)
}

/**
 * Counts the games of these seasons again, after games were removed or changed, or after different games count. Removes
 * a season that has no snapshot and no games that count. Needs a transaction that has locked the channel.
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
  const stored = await trx
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
    stored
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
  await noteSeasonDays(trx, { channelId, seasons })
  await checkSeasons(trx, { channelId, seasons })
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

/** Takes all games out of racers' totals. Racers who are in no snapshot lose their total. */
async function takeFromRacers(
  trx: Db,
  { channelId, seasons }: { channelId: number; seasons: readonly number[] },
): Promise<void> {
  const isInSeasons = sql`channel_id = ${channelId} and season = any(${seasons}::integer[])`
  await sql`delete from racer_totals where ${isInSeasons} and not in_snapshot`.execute(trx)
  await sql`
    update racer_totals
    set ${sql.join(COUNTED_COLUMNS.map((name) => sql`${sql.ref(name)} = 0`))}
    where ${isInSeasons} and counted_race_games + counted_royale_games > 0`.execute(trx)
}

/** Adds up, by season, those of the given games that count. */
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
