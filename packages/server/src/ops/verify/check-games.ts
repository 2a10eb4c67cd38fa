import { hitsContent } from '@rollcall/formats/checkpoint-hits'
import { type GameResult, gameContent } from '@rollcall/formats/game-rows'
import type { GameMode } from '@rollcall/scoring/games'
import { fastestFinish } from '@rollcall/scoring/map-records'
import { isDeletedLogin } from '@rollcall/scoring/racer'
import { sql } from 'kysely'
import { contentHash } from '../../domain/intake/files/readers.ts'
import { COUNTS_IN_SEASON } from '../../domain/standings/season-totals.ts'
import type { Db } from '../../platform/database/schema.ts'
import { type Check, compareNumbers } from './compare.ts'

const PAGE = 200

interface GameFacts {
  id: number
  name: string
  mode: GameMode
  gameKey: string
  contentHash: string
  hitsHash: string | null
  playerCount: number
  eliminatedCount: number
  fastestUs: number | null
  results: GameResult[]
  hits: { number: number; login: string; displayName: string }[]
}

export const checkGames: Check = async (db, differ) => {
  let games = 0
  let results = 0
  let after = 0
  for (;;) {
    const page = await pageOfGames(db, after)
    for (const game of page) {
      const where = `The ${game.mode} ${game.gameKey} of ${game.name}`
      const isTilt = game.mode === 'tilt'
      // Hashes are made from the files, which may name people who have deleted their accounts since.
      const isNamed = ![...game.results, ...game.hits].some(({ login }) => isDeletedLogin(login))
      compareNumbers(differ, {
        where,
        stored: game,
        expected: {
          playerCount: game.results.length,
          eliminatedCount: game.results.filter(({ eliminated }) => eliminated).length,
          fastestUs: game.mode === 'race' ? fastestFinish(game.results) : null,
          // The hash of a tilt level covers all levels in its file, but only this level is stored.
          ...(!isTilt &&
            isNamed && { contentHash: contentHash(gameContent(game.mode, game.results)) }),
          // Repeated hits are part of the hash, but they are not stored.
          ...(game.hits.length > 0 &&
            isNamed && { hitsHash: contentHash(hitsContent(game.hits) ?? '') }),
        },
        because: 'what is stored of it',
      })
      games += 1
      results += game.results.length
      after = game.id
    }
    if (page.length === 0) {
      await checkLeftOut(db, differ)
      break
    }
  }
  return { games, 'results of games': results }
}

/** A game that an admin has left out of rankings is not rankable. */
async function checkLeftOut(db: Db, differ: Parameters<Check>[1]): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select game.id from left_out_games as left_out
    join games as game on game.channel_id = left_out.channel_id
      and game.season = left_out.season and game.id = left_out.game_id
    where game.is_rankable`.execute(db)
  for (const { id } of rows) {
    differ(`Game ${id}: it counts, although an admin has left it out of rankings.`)
  }
}

async function pageOfGames(db: Db, after: number): Promise<GameFacts[]> {
  const isInGame = sql`fact.channel_id = game.channel_id and fact.season = game.season
    and fact.game_id = game.id`
  const { rows } = await sql<GameFacts>`
    select game.id, channel.name, game.mode, game.game_key as "gameKey",
      game.content_hash as "contentHash", game.hits_hash as "hitsHash",
      game.player_count as "playerCount", game.eliminated_count as "eliminatedCount",
      game.fastest_us as "fastestUs",
      (
        select coalesce(json_agg(json_build_object(
          'platform', racer.platform, 'login', racer.login, 'position', position, 'points', points,
          'timeUs', time_us, 'eliminated', eliminated, 'kills', kills, 'damage', damage,
          'isTopTiltee', is_top_tiltee)), '[]')
        from game_results as fact join racers as racer on racer.id = fact.racer_id
        where ${isInGame}
        ) as results,
      (
        select coalesce(json_agg(json_build_object('number', number, 'login', racer.login)), '[]')
        from checkpoint_hits as fact join racers as racer on racer.id = fact.racer_id
        where ${isInGame}
        ) as hits
    from games as game
    join channels as channel on channel.id = game.channel_id
    where game.id > ${after}
    order by game.id
    limit ${PAGE}`.execute(db)
  return rows
}

interface SeasonSum {
  season: number
  name: string
  points: number
  total_games: number
  race_high_score: number | null
  royale_high_score: number | null
  source: 'games' | 'snapshot' | null
  stored: Readonly<Record<string, number | null>>
}

export const checkSeasonSums: Check = async (db, differ) => {
  const { rows } = await sql<SeasonSum>`
    with summed as (
      select game.channel_id, game.season,
        coalesce(sum(result.points), 0) as points,
        count(distinct game.id) as total_games,
        max(result.points) filter (where game.mode = 'race') as race_high_score,
        max(result.points) filter (where game.mode = 'royale') as royale_high_score
      from games as game
      join channels as channel on channel.id = game.channel_id
      left join channel_seasons as channel_season
        on channel_season.channel_id = game.channel_id and channel_season.season = game.season
      join game_results as result
        on result.channel_id = game.channel_id
        and result.season = game.season
        and result.game_id = game.id
      where ${COUNTS_IN_SEASON}
      group by game.channel_id, game.season
    )
    select season, channel.name, channel_season.source,
      coalesce(snapshot_points, 0) + coalesce(summed.points, 0) as points,
      coalesce(snapshot_games, 0) + coalesce(summed.total_games, 0) as total_games,
      greatest(snapshot_race_high, summed.race_high_score) as race_high_score,
      greatest(snapshot_royale_high, summed.royale_high_score) as royale_high_score,
      json_build_object(
        'points', channel_season.points, 'total_games', channel_season.total_games,
        'race_high_score', channel_season.race_high_score,
        'royale_high_score', channel_season.royale_high_score
      ) as stored
    from summed
    full join channel_seasons as channel_season using (channel_id, season)
    join channels as channel on channel.id = channel_id
    order by season, channel.name`.execute(db)
  for (const row of rows) {
    const where = `Season ${row.season} of ${row.name}`
    if (row.source === null) {
      differ(`${where}: it has ${row.total_games} rankable games, but no totals.`)
      continue
    }
    const { points, total_games, race_high_score, royale_high_score } = row
    compareNumbers(differ, {
      where,
      stored: row.stored,
      expected: { points, total_games, race_high_score, royale_high_score },
      because:
        row.source === 'games' ? 'the sum of its games' : 'its snapshot with the games beside it',
    })
  }
  return { 'seasons summed': rows.length }
}
