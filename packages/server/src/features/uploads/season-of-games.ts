/**
 * A channel's season that no snapshot tells is the sum of its rankable races and royales. The sum is
 * kept as the games come, so that the public leaderboard need not add them up.
 */
import { pointsPerRace } from '@rollcall/scoring/points-per-race'
import { sql } from 'kysely'
import type { Db } from '../../app-context.ts'

interface GameSum {
  points: number
  highScore: number | null
  isRace: boolean
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
  const { rows } = await sql<GameSum>`
    select
      coalesce(sum(result.points), 0) as points,
      max(result.points) as "highScore",
      game.mode = 'race' as "isRace"
    from games as game
    join game_results as result
      on result.channel_id = game.channel_id
      and result.season = game.season
      and result.game_id = game.id
    where game.channel_id = ${channelId}
      and game.season = ${season}
      and game.id = ${gameId}
      and game.is_rankable
      and game.mode in ('race', 'royale')
    group by game.mode`.execute(trx)
  const [added] = rows
  if (added === undefined) {
    return
  }
  const stored = await trx
    .selectFrom('channel_seasons')
    .select(['source', 'points', 'total_games', 'race_high_score', 'royale_high_score'])
    .where('channel_id', '=', channelId)
    .where('season', '=', season)
    .executeTakeFirst()
  if (stored?.source === 'snapshot') {
    return
  }
  const points = (stored?.points ?? 0) + added.points
  const games = (stored?.total_games ?? 0) + 1
  const raceHigh = stored?.race_high_score ?? null
  const royaleHigh = stored?.royale_high_score ?? null
  const standing = {
    source: 'games' as const,
    points,
    total_games: games,
    points_per_game: pointsPerRace({ points, games }),
    race_high_score: added.isRace ? higher(raceHigh, added.highScore) : raceHigh,
    royale_high_score: added.isRace ? royaleHigh : higher(royaleHigh, added.highScore),
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

/** Adds up anew what games tell of these seasons; one without any that counts has no standing. */
export async function sumSeasonsOfGames(
  trx: Db,
  { channelId, seasons }: { channelId: number; seasons: readonly number[] },
): Promise<void> {
  const { rows } = await sql<{
    season: number
    points: number
    games: number
    raceHigh: number | null
    royaleHigh: number | null
  }>`
    select standing.season, coalesce(sum(result.points), 0) as points,
      count(distinct game.id) filter (where result.login is not null) as games,
      max(result.points) filter (where game.mode = 'race') as "raceHigh",
      max(result.points) filter (where game.mode = 'royale') as "royaleHigh"
    from channel_seasons as standing
    left join games as game
      on game.channel_id = standing.channel_id and game.season = standing.season
      and game.is_rankable and game.mode in ('race', 'royale')
    left join game_results as result
      on result.channel_id = game.channel_id and result.season = game.season
      and result.game_id = game.id
    where standing.channel_id = ${channelId} and standing.season = any(${seasons}::integer[])
      and standing.source = 'games'
    group by standing.season`.execute(trx)
  for (const { season, points, games, raceHigh, royaleHigh } of rows) {
    if (games === 0) {
      await trx
        .deleteFrom('channel_seasons')
        .where('channel_id', '=', channelId)
        .where('season', '=', season)
        .execute()
      continue
    }
    await trx
      .updateTable('channel_seasons')
      .set({
        points,
        total_games: games,
        points_per_game: pointsPerRace({ points, games }),
        race_high_score: raceHigh,
        royale_high_score: royaleHigh,
      })
      .where('channel_id', '=', channelId)
      .where('season', '=', season)
      .execute()
  }
}

function higher(a: number | null, b: number | null): number | null {
  return a === null || b === null ? (a ?? b) : Math.max(a, b)
}
