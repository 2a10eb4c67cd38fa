/** An instant in the reader's own time zone and language. */
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@rollcall/formats/durations'
import { currentLanguage } from '#texts/language.ts'
import { lazily } from './lazily.ts'
import { texts } from './texts.ts'

const formatter = (options: Intl.DateTimeFormatOptions) =>
  lazily(() => new Intl.DateTimeFormat(currentLanguage().locale, options))

const dateAndTime = formatter({ dateStyle: 'medium', timeStyle: 'short' })
const withZone = formatter({
  ...{ year: 'numeric', month: 'short', day: 'numeric' },
  ...{ hour: 'numeric', minute: '2-digit', timeZoneName: 'short' },
})
const dateOnly = formatter({ dateStyle: 'medium' })
const weekday = formatter({ weekday: 'long' })
const timeOfDay = formatter({ timeStyle: 'short' })
const wholeDays = formatter({ dateStyle: 'medium', timeZone: 'UTC' })
const months = formatter({ month: 'short', timeZone: 'UTC' })
const longMonths = formatter({ month: 'long', year: 'numeric', timeZone: 'UTC' })
const longDays = formatter({ dateStyle: 'full', timeZone: 'UTC' })
const shortWeekdays = formatter({ weekday: 'short', timeZone: 'UTC' })
const longWeekdays = formatter({ weekday: 'long', timeZone: 'UTC' })
const timeSince = lazily(() => new Intl.RelativeTimeFormat(currentLanguage().locale))

/** `3 minutes ago`. An instant in the future counts as now, since clocks differ. */
export function formatAgo(instant: string, now: number): string {
  const ms = now - Date.parse(instant)
  if (ms < MINUTE_MS) return texts.justNow
  if (ms < HOUR_MS) return timeSince().format(-Math.floor(ms / MINUTE_MS), 'minute')
  if (ms < DAY_MS) return timeSince().format(-Math.floor(ms / HOUR_MS), 'hour')
  return timeSince().format(-Math.floor(ms / DAY_MS), 'day')
}

/** `in 3 minutes`. An instant in the past counts as now, since clocks differ. */
export function formatUntil(instant: string, now: number): string {
  const ms = Date.parse(instant) - now
  if (ms < HOUR_MS) return timeSince().format(Math.max(1, Math.ceil(ms / MINUTE_MS)), 'minute')
  if (ms < 2 * DAY_MS) return timeSince().format(Math.floor(ms / HOUR_MS), 'hour')
  return timeSince().format(Math.round(ms / DAY_MS), 'day')
}

/** `9:41 AM`, `Tuesday`, or a date: as short as is clear. */
export function formatSince(instant: string, now: number): string {
  const date = new Date(instant)
  const ms = now - date.getTime()
  if (dateOnly().format(date) === dateOnly().format(now)) return timeOfDay().format(date)
  return ms < 6 * DAY_MS ? weekday().format(date) : dateOnly().format(date)
}

/** A range of days, given as YYYY-MM-DD, independent of the reader's time zone; a single day if both are the same. */
export function formatDays(first: string, last = first): string {
  return wholeDays().formatRange(new Date(first), new Date(last))
}

/** The month of a day given as YYYY-MM-DD, as short as it gets. */
export function formatMonth(day: string): string {
  return months().format(new Date(day))
}

/** `November 2026`. */
export function formatLongMonth(day: string): string {
  return longMonths().format(new Date(day))
}

/** `Thursday, November 26, 2026`, of a day given as YYYY-MM-DD. */
export function formatLongDay(day: string): string {
  return longDays().format(new Date(day))
}

/** The weekday of a day given as YYYY-MM-DD, as short as it gets. */
export function formatWeekday(day: string): string {
  return shortWeekdays().format(new Date(day))
}

/** `Friday`, of a day given as YYYY-MM-DD. */
export function formatLongWeekday(day: string): string {
  return longWeekdays().format(new Date(day))
}

/** `6:00 PM`. */
export function formatTime(instant: string): string {
  return timeOfDay().format(new Date(instant))
}

export function formatInstant(instant: string): string {
  const date = new Date(instant)
  return Number.isNaN(date.getTime()) ? instant : dateAndTime().format(date)
}

/** The same with the reader's time zone, for what they plan by. */
export function formatInstantInZone(instant: string): string {
  return withZone().format(new Date(instant))
}

export function formatDay(instant: string): string {
  const date = new Date(instant)
  return Number.isNaN(date.getTime()) ? instant : dateOnly().format(date)
}

export function formatTimeOfDay(instant: string): string {
  return timeOfDay().format(new Date(instant))
}

/** An hour of the day, such as `6:00 PM`, from 0 to 24. */
export function formatHour(hour: number): string {
  return formatTime(new Date(2026, 0, 1, hour).toISOString())
}
