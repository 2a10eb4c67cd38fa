/** Marble days, which change at noon US Eastern, as in the public companion. */
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/database/schema.ts'

const ZONE = sql.lit('America/New_York')

/** The marble day (a date) of an instant. */
export function marbleDayOf(instant: RawBuilder<unknown>): RawBuilder<string> {
  return sql`(${instant} at time zone ${ZONE} - interval '12 hours')::date`
}

/** The instant at which a marble day begins; it ends when the next one begins. */
export function beginningOf(day: RawBuilder<unknown>): RawBuilder<Date> {
  return sql`((${day} + interval '12 hours') at time zone ${ZONE})`
}

/** What a filter of days looks at in a query's row: its channel, its day, and the last of its days or null. */
interface RowOfDay {
  channelId: RawBuilder<unknown>
  day: RawBuilder<unknown>
  lastDay: RawBuilder<unknown>
}

/** Whether an answer shows a row of `racer_days`, or a game as part of its day. */
export type DayFilter = (row: RowOfDay) => RawBuilder<boolean>

/** The marble day of an instant, YYYY-MM-DD, and when it ends. */
export async function findToday(db: Db, now: Date): Promise<{ today: string; endsAt: Date }> {
  const today = marbleDayOf(sql`${now}::timestamptz`)
  const { rows } = await sql<{ today: string; endsAt: Date }>`
    select ${today}::text as today, ${beginningOf(sql`(${today} + 1)`)} as "endsAt"`.execute(db)
  const [found] = rows
  if (found === undefined) {
    throw new Error('a statement without a row')
  }
  return found
}

/** The day of undated points; before all others. */
export const UNDATED = '-infinity'
