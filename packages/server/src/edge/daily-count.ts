/** Limits how often, or how much of, something may be done within any 24 hours. */
import { DAY_MS, HOUR_MS } from '@rollcall/formats/durations'
import { type Expression, sql } from 'kysely'
import type { Db } from '../platform/database/schema.ts'
import type { ApiError } from './api-error.ts'

interface DailyCount {
  /** Selects what was done so far: when, and how much each entry counts. */
  done: Expression<{ at: Date; amount: number }>
  /** How much to add; 0 if `done` includes it already. */
  adding: number
  /** The limit for 24 hours. */
  most: number
  now: Date
}

interface Excess {
  /** The total for 24 hours, including what was refused. */
  total: number
  /** How long until there is room again. */
  hours: number
  /** The same wait in seconds, as headers of the answer. */
  headers: Record<string, string>
}

/**
 * Throws if the limit would be exceeded. Needs a transaction that stops everyone else from adding to the count.
 *
 * @param refuse makes the error from the excess
 * @throws {ApiError} that error
 */
export async function checkDailyCount(
  trx: Db,
  count: DailyCount,
  refuse: (excess: Excess) => ApiError,
): Promise<void> {
  const excess = await findDailyExcess(trx, count)
  if (excess === null) {
    return
  }
  const waitMs = excess.roomAt.getTime() - count.now.getTime()
  throw refuse({
    total: excess.total,
    hours: Math.ceil(waitMs / HOUR_MS),
    headers: { 'retry-after': String(Math.ceil(waitMs / 1000)) },
  })
}

/** The total it would come to, and when there will be room for it; null if there is room now. */
export async function findDailyExcess(
  db: Db,
  { done, adding, most, now }: DailyCount,
): Promise<{ total: number; roomAt: Date } | null> {
  const dayAgo = new Date(now.getTime() - DAY_MS)
  // There is room once enough of the oldest entries are more than 24 hours old.
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
