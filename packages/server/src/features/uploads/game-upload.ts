/** Takes one game (a race, a royale or a tilt level), stores it and adds it to its channel's season. */
import type { GameReceipt } from '@rollcall/contract/uploads'
import { HOUR_MS, MINUTE_MS } from '@rollcall/formats/durations'
import type { Game } from '@rollcall/formats/game-files'
import { GAME_LIMITS } from '@rollcall/formats/game-rows'
import { listSeasonStarts, seasonAt } from '../../settings.ts'
import { insertMaps } from '../standings/maps.ts'
import { insertRacersOfGames, withoutDeletedNames } from './deleted-names.ts'
import { readFiles } from './read-files.ts'
import { contentHash } from './readers.ts'
import { acceptSeason } from './season-upload.ts'
import { racersInWords } from './snapshots.ts'
import { type StoringOutcome, storeGames } from './store-games.ts'
import { type SentUpload, takeUpload } from './take-upload.ts'
import { warnOfUncounted } from './uncounted-games.ts'
import type { UploadForm } from './upload-form.ts'
import { UploadProblem, uploadWarning } from './upload-problem.ts'

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
  return takeUpload(sent, wanted, async (upload) => {
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
      const finishedAt = acceptFinish(game, fields.finishedAt, upload.receivedAt)
      const season = fields.season
        ? await acceptSeason(context, fields.season.trim(), proof)
        : seasonAt(await listSeasonStarts(context.db), finishedAt)
      // 8. New racers become rows, and a new map.
      await insertRacersOfGames(context, [game])
      await insertMaps(context.db, [game])
      // 9. All of it, or nothing.
      return upload.store({ proof, contentHash: hash }, async (trx, channelId) => {
        const [facts = game] = await withoutDeletedNames(trx, context.keys.privacy, [game])
        const toStore = { season, finishedAt, facts, hash }
        const [stored] = await storeGames(trx, { channelId, games: [toStore] })
        if (stored === undefined || stored.kind === 'conflict') {
          throw new UploadProblem('snapshot_conflict', {})
        }
        const isNew = stored.kind === 'stored'
        const countsInSeasons = game.isRankable && game.mode !== 'tilt'
        const uncounted = await warnOfUncounted(trx, {
          channelId,
          games: countsInSeasons && isNew ? [toStore] : [],
        })
        const isOld = upload.receivedAt.getTime() - finishedAt.getTime() > OLD_HOURS * HOUR_MS
        return {
          kind: 'game',
          message: describe(game, stored.kind, {
            isDryRun: upload.isDryRun,
            channel: proof.channel.name,
          }),
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
            ...game.warnings,
            ...(isOld ? [uploadWarning('old_game', { hours: OLD_HOURS })] : []),
            ...(stored.hasRepeatedHits ? [uploadWarning('checkpoints_repeated', {})] : []),
          ],
          change: isNew ? { season: stored.season, gameIds: [stored.gameId] } : {},
        }
      })
    })
  })
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

/** @throws {UploadProblem} `bad_value`, `implausible_time` */
export function acceptFinish(game: Game, finishedAt: string | undefined, receivedAt: Date): Date {
  const given = game.generatedAt ?? (finishedAt?.trim() || null)
  if (given === null) {
    return receivedAt
  }
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

const GAME_WORDS = { race: 'The race', royale: 'The royale', tilt: 'The tilt level' } as const

function describe(
  game: Game,
  kind: StoringOutcome['kind'],
  { isDryRun, channel }: { isDryRun: boolean; channel: string },
): string {
  const what = `${GAME_WORDS[game.mode]} on ${channel}`
  if (kind === 'known') {
    return `${what} was already stored. Nothing changed.`
  }
  if (kind === 'completed') {
    return `${what} was stored from a day log, and ${isDryRun ? 'would be' : 'is'} completed by its own files.`
  }
  const racers = racersInWords(game.results.length)
  const stored = isDryRun ? 'would be stored' : 'is stored'
  return game.isRankable
    ? `${what} ${stored}: ${racers}.`
    : `${what} ${stored}: ${racers}. It is not a ranked game, so it does not count.`
}
