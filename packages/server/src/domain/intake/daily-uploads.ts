/** Limits how much a channel may upload in 24 hours, so that no single channel can fill the disk. */

import { ApiError } from '../../edge/api-error.ts'
import { checkDailyCount } from '../../edge/daily-count.ts'
import { type Limits, MIB } from '../../limits.ts'
import type { Db } from '../../platform/database/schema.ts'
import type { ReceiptDraft } from './receipts.ts'

const KINDS = {
  games: { kinds: ['game', 'import'], limit: 'GAME_MIB_A_DAY', refusal: 'daily_games_used_up' },
  snapshots: {
    kinds: ['season', 'event'],
    limit: 'SNAPSHOT_MIB_A_DAY',
    refusal: 'daily_snapshots_used_up',
  },
} as const

/**
 * Needs the upload's transaction, which has locked the channel.
 *
 * @throws {ApiError} 429
 */
export async function checkDailyUploads(
  trx: Db,
  { channelId, draft, limits }: { channelId: number; draft: ReceiptDraft; limits: Limits },
): Promise<void> {
  const isGame = draft.kind === 'game' || draft.kind === 'import'
  const { kinds, limit, refusal } = isGame ? KINDS.games : KINDS.snapshots
  const done = trx
    .selectFrom('uploads')
    .select(({ fn, val }) => ['received_at as at', fn.coalesce('size_bytes', val(0)).as('amount')])
    .where('channel_id', '=', channelId)
    .where('outcome', '=', 'stored')
    .where('kind', 'in', kinds)
  await checkDailyCount(
    trx,
    { done, adding: draft.sizeBytes ?? 0, most: limits[limit] * MIB, now: draft.receivedAt },
    ({ hours, headers }) => new ApiError(refusal, { mebibytes: limits[limit], hours }, { headers }),
  )
}
