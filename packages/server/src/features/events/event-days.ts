/** Events last whole days in a time zone; what an instant is follows from both. */
import { ApiError } from '../../http/api-error.ts'
import { isTimeZone } from '../auth/time-zone.ts'

export interface EventDays {
  /** YYYY-MM-DD */
  firstDay: string
  lastDay: string
  /** IANA name */
  timeZone: string
}

/** What calendars, clocks and the database agree on without a thought. */
const FIRST_DAY = '2000-01-01'
const LAST_DAY = '2999-12-31'

/** @throws {ApiError} where the days cannot be, are the wrong way round, or the zone is none */
export function checkDays({ firstDay, lastDay, timeZone }: EventDays): void {
  // Days are text in an order of their own.
  if (firstDay < FIRST_DAY || lastDay > LAST_DAY) {
    throw new ApiError('invalid', 'The dates of an event must lie in the years 2000 to 2999.')
  }
  if (lastDay < firstDay) {
    throw new ApiError('invalid', 'The end date must not be before the start date.')
  }
  if (!isTimeZone(timeZone)) {
    throw new ApiError('invalid', 'The time zone of your browser is not known here.')
  }
}

/** From the first day's 00:00 to the 00:00 after the last day, as instants. */
export function instantsOf({ firstDay, lastDay, timeZone }: EventDays): {
  startsAt: Date
  endsAt: Date
} {
  return {
    startsAt: startOfDay(firstDay, timeZone),
    endsAt: startOfDay(dayAfter(lastDay), timeZone),
  }
}

function dayAfter(day: string): string {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() + 1)
  return date.toISOString().slice(0, 10)
}

/**
 * The instant of a day's 00:00 in a zone; where the clocks skip it, the first instant of that day.
 *
 * The offset is asked at the instant itself, so a guess is corrected by it; twice, since the first
 * correction may cross a change of the clocks.
 */
function startOfDay(day: string, timeZone: string): Date {
  const asIfUtc = Date.parse(`${day}T00:00:00Z`)
  let instant = asIfUtc
  for (let step = 0; step < 2; step += 1) {
    instant = asIfUtc - offsetMs(instant, timeZone)
  }
  // In a gap the correction swings between its two sides; the later one is on the day itself.
  const other = asIfUtc - offsetMs(instant, timeZone)
  return new Date(Math.max(instant, other))
}

/** How far a zone's wall clock is ahead of UTC at an instant, in milliseconds. */
function offsetMs(instant: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    calendar: 'iso8601',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(new Date(instant))
  const read = (type: Intl.DateTimeFormatPartTypes) =>
    Number(parts.find((part) => part.type === type)?.value)
  const wallClock = Date.UTC(
    read('year'),
    read('month') - 1,
    read('day'),
    read('hour'),
    read('minute'),
    read('second'),
  )
  return wallClock - Math.floor(instant / 1000) * 1000
}
