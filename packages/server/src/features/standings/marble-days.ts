/** Marble days, which change at noon US Eastern, as in the public companion. */
import { type RawBuilder, sql } from 'kysely'

const ZONE = sql.lit('America/New_York')

/** The marble day (a date) of an instant. */
export function marbleDayOf(instant: RawBuilder<unknown>): RawBuilder<string> {
  return sql`(${instant} at time zone ${ZONE} - interval '12 hours')::date`
}

/** The instant at which a marble day begins; it ends when the next one begins. */
export function beginningOf(day: RawBuilder<unknown>): RawBuilder<Date> {
  return sql`((${day} + interval '12 hours') at time zone ${ZONE})`
}

/** The day of undated points; before all others. */
export const UNDATED = '-infinity'
