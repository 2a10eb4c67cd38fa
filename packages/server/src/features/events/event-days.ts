/** Events last whole days in a time zone; from both follow their instants. */
import { EVENT_TOO_LONG, isTooLong } from '@rollcall/contract/events'
import { HOUR_MS } from '@rollcall/formats/durations'
import { ApiError } from '../../http/api-error.ts'
import { isTimeZone } from '../auth/time-zone.ts'

export interface EventDays {
  /** YYYY-MM-DD */
  firstDay: string
  lastDay: string
  /** IANA name; null where it is not known */
  timeZone: string | null
}

/** Days on which calendars, clocks and the database agree. */
const FIRST_DAY = '2000-01-01'
const LAST_DAY = '2999-12-31'
const UNKNOWN_ZONE_MS = 12 * HOUR_MS

/** @throws {ApiError} where the days cannot be, are the wrong way round or too far apart, or there is no such zone */
export function checkDays({ firstDay, lastDay, timeZone }: EventDays): void {
  // Days compare as text.
  if (firstDay < FIRST_DAY || lastDay > LAST_DAY) {
    throw new ApiError('invalid', 'The dates of an event must lie in the years 2000 to 2999.')
  }
  if (lastDay < firstDay) {
    throw new ApiError('invalid', 'The end date must not be before the start date.')
  }
  if (isTooLong(firstDay, lastDay)) {
    throw new ApiError('invalid', EVENT_TOO_LONG)
  }
  if (timeZone !== null && !isTimeZone(timeZone)) {
    throw new ApiError('invalid', 'The time zone of your browser is not known here.')
  }
}

/**
 * From the first day's 00:00 to the 00:00 after the last day, as instants. Without a time zone, 12 hours
 * more at both ends, in UTC: the days of every zone from UTC-12 to UTC+12 lie within.
 */
export function instantsOf({ firstDay, lastDay, timeZone }: EventDays): {
  startsAt: Date
  endsAt: Date
} {
  if (timeZone === null) {
    return {
      startsAt: new Date(Date.parse(`${firstDay}T00:00:00Z`) - UNKNOWN_ZONE_MS),
      endsAt: new Date(Date.parse(`${dayAfter(lastDay)}T00:00:00Z`) + UNKNOWN_ZONE_MS),
    }
  }
  const wallClock = wallClockIn(timeZone)
  return {
    startsAt: startOfDay(firstDay, wallClock),
    endsAt: startOfDay(dayAfter(lastDay), wallClock),
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
 * The zone's offset depends on the instant, so a guess is corrected twice, since the first
 * correction may cross a change of the clocks.
 */
function startOfDay(day: string, wallClock: Intl.DateTimeFormat): Date {
  const asIfUtc = Date.parse(`${day}T00:00:00Z`)
  let instant = asIfUtc
  for (let step = 0; step < 2; step += 1) {
    instant = asIfUtc - offsetMs(instant, wallClock)
  }
  // In a gap the correction alternates between its two sides; the later one is on the day itself.
  const other = asIfUtc - offsetMs(instant, wallClock)
  return new Date(Math.max(instant, other))
}

/** When the day began in which an instant lies in a zone. */
export function startOfDayAt(instant: Date, timeZone: string): Date {
  const wallClock = wallClockIn(timeZone)
  const shown = new Date(instant.getTime() + offsetMs(instant.getTime(), wallClock))
  return startOfDay(shown.toISOString().slice(0, 10), wallClock)
}

function wallClockIn(timeZone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('en-US', {
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
  })
}

/** How far a zone's wall clock is ahead of UTC at an instant, in milliseconds. */
function offsetMs(instant: number, wallClock: Intl.DateTimeFormat): number {
  const parts = wallClock.formatToParts(new Date(instant))
  const read = (type: Intl.DateTimeFormatPartTypes) =>
    Number(parts.find((part) => part.type === type)?.value)
  const shown = Date.UTC(
    read('year'),
    read('month') - 1,
    read('day'),
    read('hour'),
    read('minute'),
    read('second'),
  )
  return shown - Math.floor(instant / 1000) * 1000
}
