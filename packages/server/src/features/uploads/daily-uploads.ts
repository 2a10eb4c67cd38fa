/** How much one channel takes in 24 hours, so that nobody fills the disk alone. */
import type { Db } from '../../database/schema.ts'
import { checkDailyCount } from '../../http/daily-count.ts'
import { type Limits, MIB } from '../../limits.ts'
import { OUTCOME_OF_UNDOABLE, type ReceiptDraft } from './receipts.ts'

const KINDS = {
  games: { kinds: ['game', 'import'], limit: 'GAME_MIB_A_DAY', what: 'games and day logs' },
  snapshots: { kinds: ['season', 'event'], limit: 'SNAPSHOT_MIB_A_DAY', what: 'snapshots' },
} as const

/**
 * In the upload's transaction, with the channel locked.
 *
 * @throws {ApiError} `too_many_requests`
 */
export async function checkDailyUploads(
  trx: Db,
  { channelId, draft, limits }: { channelId: number; draft: ReceiptDraft; limits: Limits },
): Promise<void> {
  const isGame = draft.kind === 'game' || draft.kind === 'import'
  const { kinds, limit, what } = isGame ? KINDS.games : KINDS.snapshots
  const done = trx
    .selectFrom('uploads')
    .select(({ fn, val }) => ['received_at as at', fn.coalesce('size_bytes', val(0)).as('amount')])
    .where('channel_id', '=', channelId)
    .where('outcome', '=', OUTCOME_OF_UNDOABLE)
    .where('kind', 'in', kinds)
  await checkDailyCount(
    trx,
    { done, adding: draft.sizeBytes ?? 0, most: limits[limit] * MIB, now: draft.receivedAt },
    () => `A channel takes up to ${limits[limit]} MiB of ${what} within 24 hours.`,
  )
}
