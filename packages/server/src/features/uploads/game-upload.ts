/** One game: a race, a royale or a tilt level, stored as facts and added to its channel's season. */
import type { GameReceipt, UploadWarning } from '@rollcall/contract/uploads'
import { hitsContent } from '@rollcall/formats/checkpoint-hits'
import type { Game } from '@rollcall/formats/game-files'
import { GAME_LIMITS } from '@rollcall/formats/game-rows'
import { sql } from 'kysely'
import { announce } from '../../changes/change-feed.ts'
import type { Db } from '../../database/schema.ts'
import { findSeasonAt } from '../../settings.ts'
import { readFiles } from './file-reader.ts'
import { contentHash } from './read-files.ts'
import { addGameToSeason } from './season-of-games.ts'
import { acceptSeason } from './season-upload.ts'
import { racersInWords } from './snapshots.ts'
import type { CheckedUpload, ProvedUpload, UploadKind } from './take-upload.ts'
import type { UploadForm } from './upload-form.ts'
import { UploadProblem } from './upload-problem.ts'

const MINUTE_MS = 60_000
/** A finish further ahead means a wrong clock. */
const AHEAD_MS = 10 * MINUTE_MS
/** An older game is accepted with a warning: a companion may send a file that is weeks old. */
const OLD_MS = 72 * 60 * MINUTE_MS

type StoredGame = Omit<GameReceipt, 'id' | 'channel'>

export const GAME_UPLOAD: UploadKind<'raceData', StoredGame> = {
  kind: 'game',
  parts: ['raceData'],
  optionalParts: ['checkpointData', 'summaryData'],
  maxFileBytes: () => GAME_LIMITS.bytes,
  // The game's files name no channel; the form may.
  readClaim: (form) => ({
    channel: form.fields.channel ?? null,
    season: form.fields.season ?? null,
    check: (proved) => checkGame(form, proved),
  }),
}

async function checkGame(
  { files, fields }: UploadForm<'raceData'>,
  { context, proof, receivedAt }: ProvedUpload,
): Promise<CheckedUpload<StoredGame>> {
  // 6. The game; a race needs its checkpoints.
  const game = await readFiles('game', {
    raceData: files.raceData,
    checkpointData: files.checkpointData ?? null,
    summaryData: files.summaryData ?? null,
  })
  if (game.mode === 'race' && files.checkpointData === undefined) {
    throw new UploadProblem(
      'missing_part',
      'The file checkpointData is missing. A race needs it, even if it contains only headings.',
      { part: 'checkpointData' },
    )
  }
  // 5. Whether time and season are possible.
  const finishedAt = acceptFinish(game, fields.finishedAt, receivedAt)
  const season = fields.season
    ? await acceptSeason(context, fields.season.trim(), proof)
    : await findSeasonAt(context.db, finishedAt)
  const warnings: UploadWarning[] = [...game.warnings]
  if (receivedAt.getTime() - finishedAt.getTime() > OLD_MS) {
    warnings.push({ code: 'old_game', message: 'The game finished more than 72 hours ago.' })
  }
  const hash = contentHash(game.content)
  return {
    contentHash: hash,
    store: async (trx, { channelId, isDryRun }) => {
      const stored = await storeGame(trx, { channelId, season, finishedAt, game, hash })
      const { isDuplicate } = stored
      return {
        message: messageOf(game, { isDuplicate, isDryRun, channel: proof.channel.name }),
        season: stored.season,
        gameId: isDryRun ? null : stored.gameId,
        mode: game.mode,
        isRanked: game.isRankable,
        duplicate: isDuplicate,
        stale: false,
        counts: { results: game.results.length, hits: stored.hits },
        warnings: [...warnings, ...stored.warnings],
      }
    },
  }
}

/** With its zone: without one it would be in the server's time zone. */
const INSTANT = /^\d{4}-\d{2}-\d{2}T[\d:.]+(?:Z|[+-]\d{2}:\d{2})$/

function acceptFinish(game: Game, finishedAt: string | undefined, receivedAt: Date): Date {
  const given = game.generatedAt ?? (finishedAt?.trim() || null)
  if (given === null) {
    return receivedAt
  }
  const instant = new Date(given)
  if (Number.isNaN(instant.getTime()) || !INSTANT.test(given)) {
    throw new UploadProblem(
      'bad_value',
      'The value is not a time with a time zone, like 2026-09-14T12:00:00Z.',
      {
        part: 'finishedAt',
      },
    )
  }
  if (instant.getTime() - receivedAt.getTime() > AHEAD_MS) {
    throw new UploadProblem(
      'implausible_time',
      'The game finished more than 10 minutes in the future. Check the clock of the computer.',
    )
  }
  return instant
}

const GAME_WORDS = { race: 'The race', royale: 'The royale', tilt: 'The tilt level' } as const

function messageOf(
  game: Game,
  { isDuplicate, isDryRun, channel }: { isDuplicate: boolean; isDryRun: boolean; channel: string },
): string {
  const what = `${GAME_WORDS[game.mode]} on ${channel}`
  if (isDuplicate) {
    return `${what} was already stored. Nothing changed.`
  }
  const racers = racersInWords(game.results.length)
  const stored = isDryRun ? 'would be stored' : 'is stored'
  return game.isRankable
    ? `${what} ${stored}: ${racers}.`
    : `${what} ${stored}: ${racers}. It is not a ranked game, so it does not count.`
}

interface GameOutcome {
  gameId: number
  season: number
  isDuplicate: boolean
  /** Hits stored; those of the game before are not counted again. */
  hits: number
  warnings: UploadWarning[]
}

/**
 * In the caller's transaction, with the channel locked. The key is (channel, mode, game key), with a
 * hash of the results in place of the key that a legacy game lacks; the same game again changes nothing.
 *
 * @throws {UploadProblem} `snapshot_conflict` where another game has the same key
 */
async function storeGame(
  trx: Db,
  upload: { channelId: number; season: number; finishedAt: Date; game: Game; hash: string },
): Promise<GameOutcome> {
  const { channelId, season, finishedAt, game, hash } = upload
  const gameKey = game.gameKey ?? hash
  const known = await trx
    .selectFrom('games')
    .select(['id', 'season', 'content_hash as contentHash'])
    .where('channel_id', '=', channelId)
    .where('mode', '=', game.mode)
    .where('game_key', '=', gameKey)
    .executeTakeFirst()
  if (known !== undefined) {
    if (known.contentHash !== hash) {
      throw new UploadProblem(
        'snapshot_conflict',
        'A game with this SnapshotId is already stored with other results. The stored one stays.',
      )
    }
    return { gameId: known.id, season: known.season, isDuplicate: true, hits: 0, warnings: [] }
  }
  const hitsText = hitsContent(game.hits)
  const hitsHash = hitsText && contentHash(hitsText)
  const isRepeated = hitsHash !== null && hitsHash === (await lastHits(trx, upload))
  const { id: gameId } = await trx
    .insertInto('games')
    .values({
      channel_id: channelId,
      season,
      mode: game.mode,
      game_key: gameKey,
      content_hash: hash,
      finished_at: finishedAt,
      is_rankable: game.isRankable,
      session_type: game.sessionType,
      map_name: game.mapName,
      map_creator: game.mapCreator,
      level: game.level,
      level_passed: game.levelPassed,
      player_count: game.playerCount,
      hits_hash: hitsHash,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await insertResults(trx, { channelId, season, gameId, game })
  const hits = isRepeated ? [] : game.hits
  await insertHits(trx, { channelId, season, gameId, hits })
  await addGameToSeason(trx, { channelId, season, gameId })
  await announce(trx, [`season:${season}/channel:${channelId}`, `games:${channelId}`])
  return {
    gameId,
    season,
    isDuplicate: false,
    hits: hits.length,
    warnings: isRepeated
      ? [
          {
            code: 'checkpoints_repeated',
            message:
              'The checkpoint hits are those of the previous game and were not counted again.',
          },
        ]
      : [],
  }
}

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
  { channelId, season, gameId, game }: GamePlace & { game: Game },
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
  { channelId, season, gameId, hits }: GamePlace & { hits: Game['hits'] },
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
