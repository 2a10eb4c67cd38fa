/** Takes one game (a race, a royale or a tilt level), stores it and adds it to its channel's season. */
import type { GameReceipt } from '@rollcall/contract/uploads'
import type { ToldReceipt } from '@rollcall/contract/words/receipts'
import { HOUR_MS, MINUTE_MS } from '@rollcall/formats/durations'
import type { Game } from '@rollcall/formats/game-files'
import { GAME_LIMITS } from '@rollcall/formats/game-rows'
import type { Db } from '../../../platform/database/schema.ts'
import { listSeasonStarts, seasonAt } from '../../site/settings.ts'
import { insertMaps } from '../../standings/maps.ts'
import { readFiles } from '../files/read-files.ts'
import { contentHash } from '../files/readers.ts'
import type { UploadForm } from '../files/upload-form.ts'
import { insertRacersOfGames, withoutDeletedNames } from '../names/deleted-names.ts'
import { receiveUpload, type SentUpload } from '../receive-upload.ts'
import { acceptSeason } from '../snapshots/season-upload.ts'
import { UploadProblem, uploadWarning } from '../upload-problem.ts'
import { warnOfRounds } from './games-out-of-rounds.ts'
import { selectOffered, warnOfOffered } from './offered-games.ts'
import { type StoringOutcome, storeGames } from './store-games.ts'
import { warnOfUncounted } from './uncounted-games.ts'

/** If a game finished further in the future, a clock is wrong. */
const MINUTES_AHEAD = 10
/** Older games are accepted with a warning, because a companion may send a file that is weeks old. */
const OLD_HOURS = 72

export function takeGame(sent: SentUpload): Promise<GameReceipt> {
  const { context } = sent
  const wanted = {
    kind: 'game',
    parts: ['raceData'],
    optionalParts: ['checkpointData', 'summaryData'],
    maxFileBytes: GAME_LIMITS.bytes,
  } as const
  return receiveUpload(sent, wanted, async (upload) => {
    // 1. The form, within its limits.
    const { files, fields } = await upload.readForm()
    // 2. Who sends it.
    const sender = await upload.findSender(fields)
    // 3. Which channel and season it claims to be for: the game's files name neither.
    const { channel = null, season: seasonClaim = null } = fields
    // 4. Whether the sender may speak for that channel.
    const proof = await upload.prove(sender, { channel, season: seasonClaim })
    return upload.inTurn(proof, async () => {
      // 6. The game.
      const game = await readGame(files)
      const hash = contentHash(game.content)
      // 7. Whether its time and season are possible.
      const givenFinish = acceptFinish(game, fields.finishedAt, upload.receivedAt)
      const finishedAt = givenFinish ?? upload.receivedAt
      const season = fields.season
        ? await acceptSeason(context, fields.season.trim(), proof)
        : seasonAt(await listSeasonStarts(context.db), finishedAt)
      // 8. New racers become rows.
      const insertNames = (trx: Db) => insertRacersOfGames(trx, context.keys.privacy, [game])
      const refuseConflict = (db: Db, channelId: number) =>
        refuseOtherContent(db, { channelId, game, hash })
      // 9. All of it, or nothing.
      const what = { proof, contentHash: hash, insertNames, refuseConflict }
      return upload.store(what, async (trx, channelId) => {
        await insertMaps(trx, [game])
        const [facts = game] = await withoutDeletedNames(trx, context.keys.privacy, [game])
        const toStore = { season, finishedAt, givenFinish, facts, hash }
        const outcomes = await storeGames(trx, { channelId, games: [toStore] })
        const [stored] = outcomes
        if (stored === undefined || stored.kind === 'conflict') {
          throw new UploadProblem('snapshot_conflict', {})
        }
        const isNew = stored.kind === 'stored'
        const offered = await selectOffered(trx, { games: [toStore], outcomes })
        const countsInSeasons = game.isRankable && game.mode !== 'tilt'
        const uncounted = await warnOfUncounted(trx, {
          channelId,
          games: countsInSeasons && isNew ? [toStore] : [],
        })
        const isOld = upload.receivedAt.getTime() - finishedAt.getTime() > OLD_HOURS * HOUR_MS
        return {
          kind: 'game',
          told: describe(game, stored.kind),
          season: stored.season,
          gameId: upload.isDryRun ? null : stored.gameId,
          mode: game.mode,
          map: game.mapName,
          isCompleted: stored.kind === 'completed',
          isRanked: game.isRankable,
          outcome: stored.kind === 'known' ? 'duplicate' : 'stored',
          counts: { results: game.results.length, hits: stored.hits },
          warnings: [
            ...uncounted,
            ...(await warnOfRounds(trx, { gameIds: isNew ? [stored.gameId] : [], of: 1 })),
            ...game.warnings,
            ...(isOld ? [uploadWarning('old_game', { hours: OLD_HOURS })] : []),
            ...(stored.hasRepeatedHits ? [uploadWarning('checkpoints_repeated', {})] : []),
            ...warnOfOffered(offered, 1),
          ],
          change: isNew ? { season: stored.season, gameIds: [stored.gameId] } : { offered },
        }
      })
    })
  })
}

/** @throws {UploadProblem} `snapshot_conflict` */
async function refuseOtherContent(
  db: Db,
  { channelId, game, hash }: { channelId: number; game: Game; hash: string },
): Promise<void> {
  const other = await db
    .selectFrom('games')
    .select('id')
    .where('channel_id', '=', channelId)
    .where('mode', '=', game.mode)
    .where('game_key', '=', game.gameKey ?? '')
    .where('content_hash', '<>', hash)
    .executeTakeFirst()
  if (other !== undefined) {
    throw new UploadProblem('snapshot_conflict', {})
  }
}

/** @throws {UploadProblem} `missing_part`: a race needs its checkpoints */
async function readGame(files: UploadForm<'raceData'>['files']): Promise<Game> {
  const game = await readFiles('game', {
    raceData: files.raceData,
    checkpointData: files.checkpointData ?? null,
    summaryData: files.summaryData ?? null,
  })
  if (game.mode === 'race' && files.checkpointData === undefined) {
    throw new UploadProblem(
      'missing_part',
      { reason: 'checkpoints_missing' },
      { part: 'checkpointData' },
    )
  }
  return game
}

/** A time zone is required; without one, we would read the time in the server's zone. */
const INSTANT = /^\d{4}-\d{2}-\d{2}T[\d:.]+(?:Z|[+-]\d{2}:\d{2})$/

/**
 * When the game finished, according to its files or the sender; null if nobody says.
 *
 * @throws {UploadProblem} `bad_value`, `implausible_time`
 */
function acceptFinish(game: Game, finishedAt: string | undefined, receivedAt: Date): Date | null {
  const given = game.generatedAt ?? (finishedAt?.trim() || null)
  if (given === null) {
    return null
  }
  return acceptInstant(given, receivedAt)
}

/** @throws {UploadProblem} `bad_value`, `implausible_time` */
export function acceptInstant(given: string, receivedAt: Date): Date {
  const instant = new Date(given)
  if (Number.isNaN(instant.getTime()) || !INSTANT.test(given)) {
    throw new UploadProblem('bad_value', { reason: 'no_instant' }, { part: 'finishedAt' })
  }
  if (instant.getTime() - receivedAt.getTime() > MINUTES_AHEAD * MINUTE_MS) {
    throw new UploadProblem('implausible_time', {
      reason: 'finish_in_future',
      minutes: MINUTES_AHEAD,
    })
  }
  return instant
}

function describe(
  { mode, isRankable: isRanked, results }: Game,
  kind: Exclude<StoringOutcome['kind'], 'conflict'>,
): ToldReceipt {
  switch (kind) {
    case 'known':
      return { code: 'game_duplicate', params: { mode } }
    case 'completed':
      return { code: 'game_completed', params: { mode } }
    case 'stored':
      return { code: 'game_stored', params: { mode, racers: results.length, isRanked } }
  }
}
