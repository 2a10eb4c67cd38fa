/** One press creates one event, no matter how often the call for it arrives. */
import { createHash } from 'node:crypto'
import type { Db } from '../../database/schema.ts'

/** How long a nervous finger, or a browser whose connection broke, may repeat a press. */
const SAME_PRESS_MS = 10_000

interface Press {
  userId: number
  /** Everything that the caller asked for: the call and its body. */
  request: unknown
  now: Date
}

/**
 * Runs in the caller's transaction. An identical request that arrives meanwhile waits until this one commits, because
 * both insert the same key.
 *
 * @param create returns the first event that it created
 * @returns that event, or for a repeated press the existing one
 */
export async function oncePerPress(
  trx: Db,
  { userId, request, now }: Press,
  create: () => Promise<number>,
): Promise<number> {
  const hash = createHash('sha256').update(JSON.stringify(request)).digest('hex')
  await trx
    .deleteFrom('event_creations')
    .where('user_id', '=', userId)
    .where('created_at', '<=', new Date(now.getTime() - SAME_PRESS_MS))
    .execute()
  const mark = { user_id: userId, request_hash: hash, created_at: now }
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('event_creations')
    .values(mark)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  const isThis = { user_id: userId, request_hash: hash }
  if (numInsertedOrUpdatedRows === 0n) {
    const before = await trx
      .selectFrom('event_creations')
      .select('event_id')
      .where((where) => where.and(isThis))
      .executeTakeFirst()
    if (before?.event_id) {
      return before.event_id
    }
  }
  const eventId = await create()
  await trx
    .updateTable('event_creations')
    .set({ event_id: eventId })
    .where((where) => where.and(isThis))
    .execute()
  return eventId
}
