/** How much one channel takes in 24 hours, so that nobody fills the disk alone. */
import { sql } from 'kysely'
import type { Db } from '../../database/schema.ts'
import { tooManyADay } from '../../http/api-error.ts'
import { DAY_MS, type Limits, MIB } from '../../limits.ts'
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
  const { receivedAt: now } = draft
  const { bytes, oldest } = await trx
    .selectFrom('uploads')
    .select(({ fn }) => [
      sql<number>`coalesce(sum(size_bytes), 0)`.as('bytes'),
      fn.min('received_at').as('oldest'),
    ])
    .where('channel_id', '=', channelId)
    .where('received_at', '>', new Date(now.getTime() - DAY_MS))
    .where('outcome', '=', OUTCOME_OF_UNDOABLE)
    .where('kind', 'in', kinds)
    .executeTakeFirstOrThrow()
  if (bytes + (draft.sizeBytes ?? 0) > limits[limit] * MIB) {
    throw tooManyADay(`A channel takes up to ${limits[limit]} MiB of ${what} within 24 hours.`, {
      free: new Date((oldest ?? now).getTime() + DAY_MS),
      now,
    })
  }
}
