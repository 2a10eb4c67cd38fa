/**
 * One press creates one thing, no matter how often the call for it arrives:
 * docs/decisions/116-one-press-creates-one-thing.md.
 */
import { createHash } from 'node:crypto'
import type { Db, Schema } from '../platform/database/schema.ts'

/** How long a nervous finger, or a browser whose connection broke, may repeat a press. */
const SAME_PRESS_MS = 10_000

interface Press {
  userId: number
  /** The column that says what was created. */
  creates: Extract<
    keyof Schema['presses'],
    `${'event' | 'configuration' | 'patch_note' | 'api_key' | 'adjustment'}_id`
  >
  /** Everything that the caller asked for: the call and its body. */
  request: unknown
  now: Date
}

/**
 * Runs in the caller's transaction. An identical request that arrives meanwhile waits until this one commits, because
 * both insert the same key.
 *
 * @param create returns the id of what it created, or of the first of several things
 * @returns that id, or for a repeated press the existing one
 */
export async function oncePerPress(
  trx: Db,
  { userId, creates, request, now }: Press,
  create: () => Promise<number>,
): Promise<number> {
  const hash = createHash('sha256').update(JSON.stringify(request)).digest('hex')
  await trx
    .deleteFrom('presses')
    .where('user_id', '=', userId)
    .where('created_at', '<=', new Date(now.getTime() - SAME_PRESS_MS))
    .execute()
  const mark = { user_id: userId, request_hash: hash, created_at: now }
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('presses')
    .values(mark)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  const isThis = { user_id: userId, request_hash: hash }
  if (numInsertedOrUpdatedRows === 0n) {
    const before = await trx
      .selectFrom('presses')
      .select(creates)
      .where((where) => where.and(isThis))
      .executeTakeFirst()
    const existing = before?.[creates]
    if (existing) {
      return existing
    }
  }
  const id = await create()
  await trx
    .updateTable('presses')
    .set({ [creates]: id })
    .where((where) => where.and(isThis))
    .execute()
  return id
}
