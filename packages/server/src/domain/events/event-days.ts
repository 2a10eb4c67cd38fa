/** Events last whole days in a time zone; their instants follow from that. */
import { isTooLong, MAX_EVENT_DAYS } from '@rollcall/contract/events'
import { HOUR_MS } from '@rollcall/formats/durations'
import { ApiError } from '../../edge/api-error.ts'
import { isTimeZone } from '../people/sign-in/time-zone.ts'

export interface EventDays {
  /** YYYY-MM-DD */
  firstDay: string
  lastDay: string
  /** IANA name; null if it is unknown */
  timeZone: string | null
}

/** Between these days, calendars, clocks and the database agree. */
const FIRST_DAY = '2000-01-01'
const LAST_DAY = '2999-12-31'
const UNKNOWN_ZONE_MS = 12 * HOUR_MS

/** @throws {ApiError} if the days are impossible, in the wrong order or too far apart, or the zone is unknown */
export function checkDays({ firstDay, lastDay, timeZone }: EventDays): void {
  // Days can be compared as text.
  if (firstDay < FIRST_DAY || lastDay > LAST_DAY) {
    throw new ApiError('event_dates_out_of_range')
  }
  if (lastDay < firstDay) {
    throw new ApiError('event_ends_before_start')
  }
  if (isTooLong(firstDay, lastDay)) {
    throw new ApiError('event_too_long', { most: MAX_EVENT_DAYS })
  }
  if (timeZone !== null && !isTimeZone(timeZone)) {
    throw new ApiError('no_such_time_zone')
  }
}

/**
 * The instants of the first day's 00:00 and of the 00:00 after the last day. Without a time zone: in UTC, with 12 hours
 * more at both ends, so that it includes the days of every zone from UTC-12 to UTC+12.
 */
export function findInstants({ firstDay, lastDay, timeZone }: EventDays): {
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

/** The instant of an hour, HH:MM, of the last day; in UTC if the time zone is unknown. */
export function findShowAt({ lastDay, timeZone }: EventDays, showTime: string): Date {
  return instantOf(`${lastDay}T${showTime}:00Z`, wallClockIn(timeZone ?? 'UTC'))
}

/** The hour of an instant, HH:MM, as `findShowAt` takes it. */
export function hourOf(showAt: Date, timeZone: string | null): string {
  const shown = showAt.getTime() + offsetMs(showAt.getTime(), wallClockIn(timeZone ?? 'UTC'))
  return new Date(shown).toISOString().slice('YYYY-MM-DDT'.length, 'YYYY-MM-DDTHH:MM'.length)
}

/** The instant of a day's 00:00 in a zone. */
const startOfDay = (day: string, wallClock: Intl.DateTimeFormat) =>
  instantOf(`${day}T00:00:00Z`, wallClock)

/**
 * The instant at which a zone's clocks show this, or the first one after it if they skip it.
 *
 *
 * The zone's offset depends on the instant, so we guess and correct the guess twice: the first correction may cross a
 * change of the clocks.
 */
function instantOf(shown: string, wallClock: Intl.DateTimeFormat): Date {
  const asIfUtc = Date.parse(shown)
  let instant = asIfUtc
  for (let step = 0; step < 2; step += 1) {
    instant = asIfUtc - offsetMs(instant, wallClock)
  }
  // In a gap, the correction alternates between the two sides of it; the later side is after it.
  const other = asIfUtc - offsetMs(instant, wallClock)
  return new Date(Math.max(instant, other))
}

/** When the day of an instant began in a zone. */
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
