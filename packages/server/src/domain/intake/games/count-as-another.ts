import { countAsAnother } from '@rollcall/contract/uploads-mine'
import type { Selectable } from 'kysely'
import { ApiError } from '../../../edge/api-error.ts'
import type { AppContext } from '../../../edge/app-context.ts'
import type { Serve } from '../../../edge/serve-endpoint.ts'
import type { Db, Schema } from '../../../platform/database/schema.ts'
import { channelRight } from '../../rights/channel.ts'
import { checkDailyUploads } from '../daily-uploads.ts'
import { shareNamesLock } from '../names/deleted-names.ts'
import { type ReceiptDraft, recordTaken } from '../receipts.ts'
import { describeGames } from '../undo-upload.ts'
import type { UploadQueues } from '../upload-queues.ts'
import { countBySeason } from './import-upload.ts'
import { countOffered } from './offered-games.ts'
import type { StoringOutcome } from './store-games.ts'
import { warnOfUncounted } from './uncounted-games.ts'

/**
 * The streamer says that games which count as one with stored games are others. They are stored like an upload, with a
 * receipt of their own, so that an undo takes them back.
 */
export function serveCountAsAnother(
  serve: Serve,
  { changes, config, now }: AppContext,
  queues: UploadQueues,
): void {
  serve(countAsAnother, async ({ params, caller, request }) => {
    await request.countFor('uploads')
    return queues.inOwnTurn(caller.userId, () =>
      changes.transaction(async (trx) => {
        await shareNamesLock(trx)
        const uploadId = params.id
        const { channelId, receipt } = await lockReceipt(trx, { uploadId, userId: caller.userId })
        const earlier = await findCounted(trx, uploadId)
        if (earlier !== null) {
          return { receiptId: earlier }
        }
        const draft: ReceiptDraft = {
          ...{ kind: receipt.kind, receivedAt: now(), address: request.ip },
          proof: { kind: 'session', uploader: caller, companionId: null },
          ...{ channelClaim: null, seasonClaim: null, contentHash: receipt.content_hash },
          ...{ sizeBytes: receipt.size_bytes, parseMs: null, isDryRun: false },
        }
        await checkDailyUploads(trx, { channelId, draft, limits: config.limits })
        const counted = await countOffered(trx, { channelId, uploadId })
        if (counted.length === 0) {
          throw new ApiError('no_other_game')
        }
        const stored = await describeCounted(trx, { channelId, kind: receipt.kind, counted })
        const gameIds = counted.map(({ gameId }) => gameId)
        const id = await recordTaken(trx, draft, {
          ...{ channelId, ownerId: caller.userId, stored, storeMs: 0 },
          change: { gameIds, ...('season' in stored && { season: stored.season }) },
        })
        await trx
          .updateTable('offered_games')
          .set({ counted_by: id })
          .where('upload_id', '=', uploadId)
          .execute()
        return { receiptId: id ?? 0 }
      }),
    )
  })
}

async function lockReceipt(
  trx: Db,
  { uploadId, userId }: { uploadId: number; userId: number },
): Promise<{
  channelId: number
  receipt: Pick<Selectable<Schema['uploads']>, 'content_hash' | 'size_bytes'> & {
    kind: 'game' | 'import'
  }
}> {
  const channel = await trx
    .selectFrom('channels as channel')
    .select('id')
    .where(channelRight('correct uploads', { userId, isAdmin: false }))
    .forUpdate()
    .executeTakeFirst()
  const receipt = await trx
    .selectFrom('uploads')
    .select(['kind', 'content_hash', 'size_bytes'])
    .where('id', '=', uploadId)
    .where('channel_id', '=', channel?.id ?? 0)
    .executeTakeFirst()
  if (channel === undefined || receipt === undefined) {
    throw new ApiError('no_such_upload')
  }
  const { kind } = receipt
  if (kind !== 'game' && kind !== 'import') {
    throw new ApiError('no_other_game')
  }
  return { channelId: channel.id, receipt: { ...receipt, kind } }
}

/** The receipt with which the upload's games were counted before, unless that was undone. */
async function findCounted(trx: Db, uploadId: number): Promise<number | null> {
  const counted = await trx
    .selectFrom('offered_games as offer')
    .innerJoin('uploads as counted', 'counted.id', 'offer.counted_by')
    .select('counted.id')
    .where('offer.upload_id', '=', uploadId)
    .where('counted.undone_at', 'is', null)
    .executeTakeFirst()
  return counted?.id ?? null
}

async function describeCounted(
  trx: Db,
  {
    channelId,
    kind,
    counted,
  }: {
    channelId: number
    kind: 'game' | 'import'
    counted: readonly Pick<StoringOutcome, 'gameId' | 'season'>[]
  },
) {
  const games = await trx
    .selectFrom('games as game')
    .leftJoin('maps as map', 'map.id', 'game.map_id')
    .select(['mode', 'game.season', 'player_count', 'is_rankable', 'finished_at as finishedAt'])
    .select(({ selectFrom, fn }) => [
      'map.name as map',
      selectFrom('checkpoint_hits as hit')
        .select(fn.countAll<number>().as('hits'))
        .whereRef('hit.channel_id', '=', 'game.channel_id')
        .whereRef('hit.season', '=', 'game.season')
        .whereRef('hit.game_id', '=', 'game.id')
        .as('hits'),
    ])
    .where(({ eb, fn, val }) =>
      eb('game.id', '=', fn.any(val(counted.map(({ gameId }) => gameId)))),
    )
    .execute()
  const counting = games.filter((game) => game.is_rankable && game.mode !== 'tilt')
  const common = {
    outcome: 'stored',
    told: { code: 'counted_as_another', params: describeGames(games) },
    warnings: await warnOfUncounted(trx, { channelId, games: counting }),
  } as const
  const [game] = games
  if (kind === 'import' || game === undefined) {
    const number = games.length
    return {
      ...common,
      kind: 'import',
      counts: { games: number, added: number, known: 0, differing: 0 },
      seasons: await countBySeason(trx, { channelId, added: counted }),
    } as const
  }
  return {
    ...common,
    kind,
    season: game.season,
    mode: game.mode,
    map: game.map,
    isRanked: game.is_rankable,
    isCompleted: false,
    counts: { results: game.player_count, hits: game.hits ?? 0 },
  }
}
