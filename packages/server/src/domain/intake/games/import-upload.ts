/** Takes a day log of the public companion and stores those of its games that are not known yet. */

import type { ImportReceipt } from '@rollcall/contract/uploads-mine'
import type { FileWarning } from '@rollcall/formats/problem'
import { MIB } from '../../../limits.ts'
import type { Db } from '../../../platform/database/schema.ts'
import { listSeasonStarts, seasonAt } from '../../site/settings.ts'
import { sumCounted } from '../../standings/season-totals.ts'
import { readFiles } from '../files/read-files.ts'
import { contentHash } from '../files/readers.ts'
import { insertRacersOfGames, withoutDeletedNames } from '../names/deleted-names.ts'
import { receiveUpload, type SentUpload } from '../receive-upload.ts'
import { acceptSeason } from '../snapshots/season-upload.ts'
import { UploadProblem, uploadWarning } from '../upload-problem.ts'
import { acceptInstant } from './game-upload.ts'
import { warnOfRounds } from './games-out-of-rounds.ts'
import type { GameToStore } from './known-games.ts'
import { selectOffered, warnOfOffered } from './offered-games.ts'
import { type StoringOutcome, storeGames } from './store-games.ts'
import { warnOfUncounted } from './uncounted-games.ts'

export function takeImport(sent: SentUpload): Promise<ImportReceipt> {
  const { context } = sent
  const wanted = {
    kind: 'import',
    parts: ['dayLog'],
    maxFileBytes: context.config.limits.MAX_SNAPSHOT_MIB * MIB,
  } as const
  return receiveUpload(sent, wanted, async (upload) => {
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
        const finishedAt = acceptInstant(game.generatedAt ?? '', upload.receivedAt)
        return {
          facts: game,
          hash: contentHash(game.content),
          season: season ?? seasonAt(starts, finishedAt),
          finishedAt,
          givenFinish: finishedAt,
        }
      })
      const hash = contentHash(read.map((game) => game.hash).join())
      // 8. New racers become rows.
      const insertNames = (trx: Db) => insertRacersOfGames(trx, context.keys.privacy, log.games)
      // 9. All of it, or nothing.
      return upload.store({ proof, contentHash: hash, insertNames }, async (trx, channelId) => {
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
        const offered = await selectOffered(trx, { games, outcomes })
        return {
          kind: 'import',
          told: { code: 'import_stored', params: { added: counts.added, known: counts.known } },
          outcome: added.length === 0 ? 'duplicate' : 'stored',
          counts,
          seasons: await countBySeason(trx, { channelId, added }),
          warnings: [
            ...(await warnOfUncounted(trx, { channelId, games: fresh })),
            ...(await warnOfRounds(trx, { gameIds, of: games.length })),
            ...log.warnings,
            ...differing.map(differs),
            ...warnOfOffered(offered, games.length),
          ],
          change: gameIds.length === 0 ? { offered } : { gameIds, offered },
        }
      })
    })
  })
}

type Added = Pick<StoringOutcome, 'gameId' | 'season'>

/** How many games were added to each season, and how many of them count there. */
export async function countBySeason(
  trx: Db,
  { channelId, added }: { channelId: number; added: readonly Added[] },
): Promise<ImportReceipt['seasons']> {
  const sums = await sumCounted(trx, { channelId, gameIds: added.map(({ gameId }) => gameId) })
  const seasons = [...new Set(added.map(({ season }) => season))].toSorted((a, b) => a - b)
  return seasons.map((number) => ({
    season: number,
    added: added.filter((game) => game.season === number).length,
    counted: sums.get(number)?.games ?? 0,
    points: sums.get(number)?.points ?? 0,
  }))
}

function differs({ facts, finishedAt }: GameToStore): FileWarning {
  return uploadWarning('snapshot_conflict', {
    mode: facts.mode,
    stamp: facts.gameKey?.replace('log ', '') ?? '',
    finishedAt: finishedAt.toISOString(),
  })
}
