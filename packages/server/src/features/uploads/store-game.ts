/** Stores one game as facts, and adds it to its channel's season where that comes from games. */
import type { UploadWarning } from '@rollcall/contract/uploads'
import { sql } from 'kysely'
import type { Db } from '../../app-context.ts'
import type { GameUpload } from './formats/game-upload.ts'
import { UploadProblem } from './formats/problem.ts'
import { addGameToSeason } from './season-of-games.ts'

export interface StoredGame {
  gameId: number
  season: number
  isDuplicate: boolean
  /** Hits stored; those of the game before are not counted again. */
  hits: number
  warnings: UploadWarning[]
}

/**
 * In the caller's transaction, with the channel locked. The key is (channel, mode, SnapshotId), or a
 * hash of the results where the game has no id; the same game again changes nothing. The design,
 * section 6.
 *
 * @throws {UploadProblem} `snapshot_conflict` where another game has the same SnapshotId
 */
export async function storeGame(
  trx: Db,
  upload: { channelId: number; season: number; finishedAt: Date; game: GameUpload },
): Promise<StoredGame> {
  const { channelId, season, finishedAt, game } = upload
  const gameKey = game.snapshotId ?? game.contentHash
  const known = await trx
    .selectFrom('games')
    .select(['id', 'season', 'content_hash as contentHash'])
    .where('channel_id', '=', channelId)
    .where('mode', '=', game.mode)
    .where('game_key', '=', gameKey)
    .executeTakeFirst()
  if (known !== undefined) {
    if (known.contentHash !== game.contentHash) {
      throw new UploadProblem(
        'snapshot_conflict',
        'A game with this SnapshotId is stored with other results; the first one stays.',
      )
    }
    return { gameId: known.id, season: known.season, isDuplicate: true, hits: 0, warnings: [] }
  }
  const isRepeated = game.hitsHash !== null && game.hitsHash === (await lastHits(trx, upload))
  const { id: gameId } = await trx
    .insertInto('games')
    .values({
      channel_id: channelId,
      season,
      mode: game.mode,
      game_key: gameKey,
      content_hash: game.contentHash,
      finished_at: finishedAt,
      is_rankable: game.isRankable,
      session_type: game.sessionType,
      map_name: game.mapName,
      map_creator: game.mapCreator,
      level: game.level,
      level_passed: game.levelPassed,
      player_count: game.playerCount,
      hits_hash: game.hitsHash,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await insertResults(trx, { channelId, season, gameId, game })
  const hits = isRepeated ? [] : game.hits
  await insertHits(trx, { channelId, season, gameId, hits })
  await addGameToSeason(trx, { channelId, season, gameId })
  return {
    gameId,
    season,
    isDuplicate: false,
    hits: hits.length,
    warnings: isRepeated
      ? [
          {
            code: 'checkpoints_repeated',
            message: 'The checkpoint hits are those of the game before and were not counted again.',
          },
        ]
      : [],
  }
}

/** The hits of the channel's game before this one, as a hash. */
async function lastHits(
  trx: Db,
  { channelId, finishedAt }: { channelId: number; finishedAt: Date },
): Promise<string | null> {
  const before = await trx
    .selectFrom('games')
    .select('hits_hash')
    .where('channel_id', '=', channelId)
    .where('finished_at', '<=', finishedAt)
    .orderBy('finished_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return before?.hits_hash ?? null
}

interface GamePlace {
  channelId: number
  season: number
  gameId: number
}

async function insertResults(
  trx: Db,
  { channelId, season, gameId, game }: GamePlace & { game: GameUpload },
): Promise<void> {
  const { results } = game
  await sql`
    insert into game_results
      (channel_id, season, game_id, platform, login, display_name, position, points, time_us,
       eliminated, kills, damage, is_top_tiltee)
    select ${channelId}::integer, ${season}::integer, ${gameId}::bigint, t.*
    from unnest(
      ${results.map((result) => result.platform)}::text[],
      ${results.map((result) => result.login)}::text[],
      ${results.map((result) => result.displayName)}::text[],
      ${results.map((result) => result.position)}::integer[],
      ${results.map((result) => result.points)}::integer[],
      ${results.map((result) => result.timeUs)}::bigint[],
      ${results.map((result) => result.eliminated)}::boolean[],
      ${results.map((result) => result.kills)}::integer[],
      ${results.map((result) => result.damage)}::integer[],
      ${results.map((result) => result.isTopTiltee)}::boolean[]
    ) as t`.execute(trx)
}

async function insertHits(
  trx: Db,
  { channelId, season, gameId, hits }: GamePlace & { hits: GameUpload['hits'] },
): Promise<void> {
  await sql`
    insert into checkpoint_hits (channel_id, season, game_id, number, platform, login)
    select ${channelId}::integer, ${season}::integer, ${gameId}::bigint, t.*
    from unnest(
      ${hits.map((hit) => hit.number)}::integer[],
      ${hits.map((hit) => hit.platform)}::text[],
      ${hits.map((hit) => hit.login)}::text[]
    ) as t`.execute(trx)
}
