/** Takes a day log of the public companion and stores those of its games that are not known yet. */
import type { UploadWarning } from '@rollcall/contract/upload-warning'
import type { ImportReceipt } from '@rollcall/contract/uploads-mine'
import { MIB } from '../../limits.ts'
import { listSeasonStarts, seasonAt } from '../../settings.ts'
import { sumCounted } from '../standings/season-totals.ts'
import type { ChannelProof } from './channel-proof.ts'
import { insertRacersOfGames, withoutDeletedNames } from './deleted-names.ts'
import { acceptFinish } from './game-upload.ts'
import type { GameToStore } from './known-games.ts'
import { readFiles } from './read-files.ts'
import { contentHash } from './readers.ts'
import { acceptSeason } from './season-upload.ts'
import { type StoringOutcome, storeGames } from './store-games.ts'
import { type SentUpload, takeUpload } from './take-upload.ts'
import { warnOfUncounted } from './uncounted-games.ts'
import { UploadProblem, uploadWarning } from './upload-problem.ts'

export function takeImport(sent: SentUpload): Promise<ImportReceipt> {
  const { context } = sent
  const wanted = {
    kind: 'import',
    parts: ['dayLog'],
    maxFileBytes: context.config.limits.MAX_SNAPSHOT_MIB * MIB,
  } as const
  return takeUpload(sent, wanted, async (upload) => {
    // 1. The form, within its limits.
    const { files, fields } = await upload.readForm()
    // 2. Who sends it.
    const sender = await upload.findSender(fields)
    // 3. Which channel and season it claims to be for: the log names neither.
    const { channel = null, season: seasonClaim = null } = fields
    // 4. Whether the sender may speak for that channel.
    const proof = await upload.prove(sender, { channel, season: seasonClaim })
    return upload.inTurn(proof, async () => {
      // 6. The games.
      const log = await readFiles('import', { dayLog: files.dayLog })
      if (log.kind === 'checkpoints') {
        throw new UploadProblem('no_rows', { reason: 'only_checkpoints' }, { part: 'dayLog' })
      }
      // 7. Whether times and seasons are possible.
      const season = fields.season?.trim()
        ? await acceptSeason(context, fields.season.trim(), proof)
        : null
      const starts = await listSeasonStarts(context.db)
      const read = log.games.map((game): GameToStore => {
        const finishedAt = acceptFinish(game, undefined, upload.receivedAt)
        return {
          facts: game,
          hash: contentHash(game.content),
          season: season ?? seasonAt(starts, finishedAt),
          finishedAt,
        }
      })
      const hash = contentHash(read.map((game) => game.hash).join())
      // 8. New racers become rows.
      await insertRacersOfGames(context, log.games)
      // 9. All of it, or nothing.
      return upload.store({ proof, contentHash: hash }, async (trx, channelId) => {
        const named = await withoutDeletedNames(trx, context.keys.privacy, log.games)
        const games = read.map((game, index) => ({ ...game, facts: named[index] ?? game.facts }))
        const outcomes = await storeGames(trx, { channelId, games })
        const added = outcomes.filter(({ kind }) => kind === 'stored')
        const fresh = games.filter((_, index) => outcomes[index]?.kind === 'stored')
        const differing = games.filter((_, index) => outcomes[index]?.kind === 'conflict')
        const counts = {
          games: games.length,
          added: added.length,
          differing: differing.length,
          known: games.length - added.length - differing.length,
        }
        const gameIds = added.map(({ gameId }) => gameId)
        const sums = await sumCounted(trx, { channelId, gameIds })
        return {
          kind: 'import',
          message: describe(counts, { isDryRun: upload.isDryRun, proof }),
          outcome: added.length === 0 ? 'duplicate' : 'stored',
          counts,
          seasons: listSeasons(added).map((number) => ({
            season: number,
            added: added.filter((game) => game.season === number).length,
            counted: sums.get(number)?.games ?? 0,
            points: sums.get(number)?.points ?? 0,
          })),
          warnings: [
            ...(await warnOfUncounted(trx, { channelId, games: fresh })),
            ...log.warnings,
            ...differing.map(differs),
          ],
          change: gameIds.length === 0 ? {} : { gameIds },
        }
      })
    })
  })
}

function listSeasons(added: readonly StoringOutcome[]): number[] {
  return [...new Set(added.map(({ season }) => season))].toSorted((a, b) => a - b)
}

function describe(
  { added, known }: ImportReceipt['counts'],
  { isDryRun, proof }: { isDryRun: boolean; proof: ChannelProof },
): string {
  const stored = isDryRun ? 'would be stored' : added === 1 ? 'is stored' : 'are stored'
  const before = known === 0 ? '' : ` ${known} already known.`
  return `${added} ${added === 1 ? 'game' : 'games'} of ${proof.channel.name} ${stored}.${before}`
}

function differs({ facts, finishedAt }: GameToStore): UploadWarning {
  return uploadWarning('snapshot_conflict', {
    mode: facts.mode,
    stamp: facts.gameKey?.replace('log ', '') ?? '',
    finishedAt: finishedAt.toISOString(),
  })
}
