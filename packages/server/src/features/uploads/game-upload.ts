/** One game: a race, a royale or a tilt level, stored as facts and added to its channel's season. */
import type { GameReceipt, UploadWarning } from '@rollcall/contract/uploads'
import type { Game } from '@rollcall/formats/game-files'
import { GAME_LIMITS } from '@rollcall/formats/game-rows'
import { listSeasonStarts, seasonAt } from '../../settings.ts'
import { insertRacers } from '../standings/racers.ts'
import { readFiles } from './file-reader.ts'
import { contentHash } from './read-files.ts'
import { acceptSeason } from './season-upload.ts'
import { racersInWords } from './snapshots.ts'
import { racersOf, storeGames } from './store-games.ts'
import type { CheckedUpload, ProvedUpload, StoredUpload, UploadKind } from './take-upload.ts'
import { warnOfUncounted } from './uncounted-games.ts'
import type { UploadForm } from './upload-form.ts'
import { UploadProblem } from './upload-problem.ts'

const MINUTE_MS = 60_000
/** A finish further ahead means a wrong clock. */
const AHEAD_MS = 10 * MINUTE_MS
/** An older game is accepted with a warning: a companion may send a file that is weeks old. */
const OLD_MS = 72 * 60 * MINUTE_MS

type StoredGame = Omit<GameReceipt, 'id' | 'channel'> & StoredUpload

const REPEATED_HITS: UploadWarning = {
  code: 'checkpoints_repeated',
  message: 'The checkpoint hits are those of the previous game and were not counted again.',
}

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
    : seasonAt(await listSeasonStarts(context.db), finishedAt)
  const warnings: UploadWarning[] = [...game.warnings]
  if (receivedAt.getTime() - finishedAt.getTime() > OLD_MS) {
    warnings.push({ code: 'old_game', message: 'The game finished more than 72 hours ago.' })
  }
  const hash = contentHash(game.content)
  await insertRacers(context.db, racersOf([game]))
  return {
    contentHash: hash,
    store: async (trx, { channelId, isDryRun }) => {
      const [stored] = await storeGames(trx, {
        channelId,
        games: [{ season, finishedAt, game, hash }],
      })
      if (stored === undefined || stored.kind === 'conflict') {
        throw new UploadProblem(
          'snapshot_conflict',
          'A game with this SnapshotId is already stored with other results. The stored one stays.',
        )
      }
      const isDuplicate = stored.kind === 'known'
      const isCompleted = stored.kind === 'completed'
      const isOfSeason = game.isRankable && game.mode !== 'tilt'
      const uncounted = await warnOfUncounted(trx, {
        channelId,
        games: isOfSeason && stored.kind === 'stored' ? [{ season, finishedAt }] : [],
      })
      return {
        message: messageOf(game, {
          isDuplicate,
          isCompleted,
          isDryRun,
          channel: proof.channel.name,
        }),
        season: stored.season,
        gameId: isDryRun ? null : stored.gameId,
        mode: game.mode,
        isRanked: game.isRankable,
        duplicate: isDuplicate,
        stale: false,
        counts: { results: game.results.length, hits: stored.hits },
        warnings: [...uncounted, ...warnings, ...(stored.hasRepeatedHits ? [REPEATED_HITS] : [])],
        change:
          isDuplicate || isCompleted ? {} : { season: stored.season, gameIds: [stored.gameId] },
      }
    },
  }
}

/** With its zone: without one it would be in the server's time zone. */
const INSTANT = /^\d{4}-\d{2}-\d{2}T[\d:.]+(?:Z|[+-]\d{2}:\d{2})$/

/** @throws {UploadProblem} `bad_value`, `implausible_time` */
export function acceptFinish(game: Game, finishedAt: string | undefined, receivedAt: Date): Date {
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
  {
    isDuplicate,
    isCompleted,
    isDryRun,
    channel,
  }: { isDuplicate: boolean; isCompleted: boolean; isDryRun: boolean; channel: string },
): string {
  const what = `${GAME_WORDS[game.mode]} on ${channel}`
  if (isDuplicate) {
    return `${what} was already stored. Nothing changed.`
  }
  if (isCompleted) {
    return `${what} was stored from a day log, and ${isDryRun ? 'would be' : 'is'} completed by its own files.`
  }
  const racers = racersInWords(game.results.length)
  const stored = isDryRun ? 'would be stored' : 'is stored'
  return game.isRankable
    ? `${what} ${stored}: ${racers}.`
    : `${what} ${stored}: ${racers}. It is not a ranked game, so it does not count.`
}
