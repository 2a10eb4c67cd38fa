/** One game from the first byte to the receipt; the steps are those of a season's snapshot. */
import type { GameReceipt, UploadWarning } from '@rollcall/contract/uploads'
import type { FastifyRequest } from 'fastify'
import type { AppContext } from '../../app-context.ts'
import { findSeasonAt } from '../admin/settings.ts'
import { findCredential, proveChannel } from './channel-proof.ts'
import { lockChannel } from './channels.ts'
import { gameLimits } from './formats/game-file.ts'
import { type GameUpload, readGameUpload } from './formats/game-upload.ts'
import { UploadProblem } from './formats/problem.ts'
import { inUploadTransaction, recordTaken, type UploadTrail } from './receipts.ts'
import { acceptSeason } from './season-upload.ts'
import { storeGame } from './store-game.ts'
import { readUploadForm } from './upload-form.ts'

const MINUTE_MS = 60_000
/** A finish further ahead is a wrong clock. */
const AHEAD_MS = 10 * MINUTE_MS
/** An older game is taken, and said to be old: a companion may have sent a file of weeks ago. */
const OLD_MS = 72 * 60 * MINUTE_MS

/** @throws {UploadProblem} with nothing stored; `trail` then holds what the receipt should say. */
export async function takeGameUpload(
  context: AppContext,
  request: FastifyRequest,
  trail: UploadTrail,
): Promise<GameReceipt> {
  // 1. and 2. The form, and who sends it.
  const { files, fields } = await readUploadForm(request, {
    parts: ['raceData'],
    optionalParts: ['checkpointData', 'summaryData'],
    maxBytes: gameLimits.bytes,
    trail,
  })
  const credential = await findCredential(context, request, fields.uploadKey)
  trail.proof = credential
  // 3. and 4. The game's files name no channel; the form may.
  trail.channelClaim = fields.channel ?? null
  trail.seasonClaim = fields.season ?? null
  const proof = await proveChannel(context, request, {
    credential,
    claim: fields.channel ?? '',
  })
  trail.proof = proof
  trail.sizeBytes = Object.values(files).reduce((sum, file) => sum + file.length, 0)
  // 6. The game; a race brings its checkpoints along.
  const parseStart = performance.now()
  const game = readGameUpload({
    raceData: files.raceData,
    checkpointData: files.checkpointData ?? null,
    summaryData: files.summaryData ?? null,
  })
  if (game.mode === 'race' && files.checkpointData === undefined) {
    throw new UploadProblem(
      'missing_part',
      'The upload lacks the file checkpointData, which a race needs; its headings alone are fine.',
      { part: 'checkpointData' },
    )
  }
  trail.contentHash = game.contentHash
  trail.parseMs = performance.now() - parseStart
  // 5. Whether time and season can be.
  const warnings: UploadWarning[] = [...game.warnings]
  const finishedAt = acceptFinish(game, fields.finishedAt, trail.receivedAt)
  if (trail.receivedAt.getTime() - finishedAt.getTime() > OLD_MS) {
    warnings.push({ code: 'old_game', message: 'The game finished more than 72 hours ago.' })
  }
  const season = fields.season
    ? await acceptSeason(context, fields.season.trim(), proof)
    : await findSeasonAt(context.db, finishedAt)
  // 7. All of it and the receipt in one transaction, or nothing.
  const storeStart = performance.now()
  return inUploadTransaction(context.db, trail, async (trx) => {
    const channelId = await lockChannel(trx, proof.channel)
    const stored = await storeGame(trx, { channelId, season, finishedAt, game })
    warnings.push(...stored.warnings)
    const channel = proof.channel.name
    const counts = { results: game.results.length, hits: stored.hits }
    const message = messageOf(game, {
      isDuplicate: stored.isDuplicate,
      isDryRun: trail.isDryRun,
      channel,
    })
    const id = await recordTaken(trx, trail, {
      channelId,
      outcome: stored.isDuplicate ? 'duplicate' : 'stored',
      message,
      counts,
      warnings,
      storeMs: performance.now() - storeStart,
    })
    return {
      id,
      message,
      channel,
      season: stored.season,
      gameId: trail.isDryRun ? null : stored.gameId,
      mode: game.mode,
      isRanked: game.isRankable,
      duplicate: stored.isDuplicate,
      stale: false,
      counts,
      warnings,
    }
  })
}

/** With its zone: without one it would be a time by the server's own clock. */
const INSTANT = /^\d{4}-\d{2}-\d{2}T[\d:.]+(?:Z|[+-]\d{2}:\d{2})$/

/** The summary's time, else the sender's, else now. */
function acceptFinish(game: GameUpload, finishedAt: string | undefined, receivedAt: Date): Date {
  const given = game.generatedAt ?? (finishedAt?.trim() || null)
  if (given === null) {
    return receivedAt
  }
  const instant = new Date(given)
  if (Number.isNaN(instant.getTime()) || !INSTANT.test(given)) {
    throw new UploadProblem('bad_value', 'finishedAt is not a time like 2026-09-14T12:00:00Z.', {
      part: 'finishedAt',
    })
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
  game: GameUpload,
  { isDuplicate, isDryRun, channel }: { isDuplicate: boolean; isDryRun: boolean; channel: string },
): string {
  const what = `${GAME_WORDS[game.mode]} on ${channel}`
  if (isDuplicate) {
    return `${what} was stored already; nothing changed.`
  }
  const racers = `${game.results.length} racers`
  const stored = isDryRun ? 'would be stored' : 'is stored'
  return game.isRankable
    ? `${what} ${stored}: ${racers}.`
    : `${what} ${stored}: ${racers}. It is not a ranked game and counts nowhere.`
}
