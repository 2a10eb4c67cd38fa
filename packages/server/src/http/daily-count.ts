/** What may be done so often, or so much, within any 24 hours. */
import { DAY_MS, HOUR_MS } from '@rollcall/formats/durations'
import { type Expression, sql } from 'kysely'
import type { Db } from '../database/schema.ts'
import { ApiError } from './api-error.ts'

interface DailyCount {
  /** A query for what has been done: when each was, and how much it counts. */
  done: Expression<{ at: Date; amount: number }>
  /** How much is to come on top; 0 where `done` has it already. */
  adding: number
  /** How much 24 hours may have. */
  most: number
  now: Date
}

/**
 * Refuses what 24 hours have no room for. In a transaction that lets nothing else be counted meanwhile.
 *
 * @param sentence what is said, given how much it would be
 * @throws {ApiError} `too_many_requests`, with when there is room again
 */
export async function checkDailyCount(
  trx: Db,
  count: DailyCount,
  sentence: (total: number) => string,
): Promise<void> {
  const excess = await findDailyExcess(trx, count)
  if (excess === null) {
    return
  }
  const waitMs = excess.roomAt.getTime() - count.now.getTime()
  const hours = Math.ceil(waitMs / HOUR_MS)
  throw new ApiError(
    'too_many_requests',
    `${sentence(excess.total)} Please try again in ${hours} ${hours === 1 ? 'hour' : 'hours'}.`,
    { headers: { 'retry-after': String(Math.ceil(waitMs / 1000)) } },
  )
}

/** How much it would be within 24 hours, and when there is room for it; null where there is room now. */
export async function findDailyExcess(
  db: Db,
  { done, adding, most, now }: DailyCount,
): Promise<{ total: number; roomAt: Date } | null> {
  const dayAgo = new Date(now.getTime() - DAY_MS)
  // There is room once so much of the oldest has left the 24 hours that the rest leaves enough.
  const { rows } = await sql<{ amount: number; fullFrom: Date | null }>`
    select
      coalesce(max(amount_since), 0) as amount,
      max(at) filter (where amount_since > ${most - adding}::numeric) as "fullFrom"
    from (
      select at, sum(amount) over (order by at desc) as amount_since
      from (${done}) as done
      where at > ${dayAgo}
    ) as done`.execute(db)
  const { amount = 0, fullFrom = null } = rows[0] ?? {}
  if (fullFrom === null && adding <= most) {
    return null
  }
  return { total: amount + adding, roomAt: new Date((fullFrom ?? now).getTime() + DAY_MS) }
}
