/** Games: how many played, and the hashes by which a repeated file is known. */
import { sql } from 'kysely'
import type { Db } from '../app-context.ts'
import { hitsHash } from '../features/uploads/formats/checkpoint-hits.ts'
import {
  contentHash,
  type GameMode,
  type GameResult,
} from '../features/uploads/formats/game-file.ts'
import type { Check } from './check.ts'
import { compareNumbers } from './compare-rows.ts'

const PAGE = 200

interface GameFacts {
  id: number
  name: string
  mode: GameMode
  gameKey: string
  contentHash: string
  hitsHash: string | null
  playerCount: number
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
      compareNumbers(differ, {
        where,
        stored: game,
        expected: {
          playerCount: game.results.length,
          // A tilt level's is over all levels of its file, of which only this one is stored.
          ...(!isTilt && { contentHash: contentHash(game.mode, game.results) }),
          // Hits that the game before had already are hashed, but not stored.
          ...(game.hits.length > 0 && { hitsHash: hitsHash(game.hits) }),
        },
        because: 'what is stored of it',
      })
      games += 1
      results += game.results.length
      after = game.id
    }
    if (page.length === 0) break
  }
  return { games, 'results of games': results }
}

async function pageOfGames(db: Db, after: number): Promise<GameFacts[]> {
  const isOfGame = sql`fact.channel_id = game.channel_id and fact.season = game.season
    and fact.game_id = game.id`
  const { rows } = await sql<GameFacts>`
    select game.id, channel.name, game.mode, game.game_key as "gameKey",
      game.content_hash as "contentHash", game.hits_hash as "hitsHash",
      game.player_count as "playerCount",
      (
        select coalesce(json_agg(json_build_object(
          'platform', platform, 'login', login, 'position', position, 'points', points,
          'timeUs', time_us, 'eliminated', eliminated, 'kills', kills, 'damage', damage,
          'isTopTiltee', is_top_tiltee)), '[]')
        from game_results as fact where ${isOfGame}
      ) as results,
      (
        select coalesce(json_agg(json_build_object('number', number, 'login', login)), '[]')
        from checkpoint_hits as fact where ${isOfGame}
      ) as hits
    from games as game
    join channels as channel on channel.id = game.channel_id
    where game.id > ${after}
    order by game.id
    limit ${PAGE}`.execute(db)
  return rows
}
