/** Weeks and months of marble days, as addresses name them: `2026-W48`, `2026-11`. Weeks go from Monday to Sunday. */
import { isCalendarDay } from '@rollcall/formats/calendar-day'
import { DAY_MS } from '@rollcall/formats/durations'

export interface Period {
  readonly of: 'week' | 'month'
  /** Its first and its last day, YYYY-MM-DD. */
  readonly first: string
  readonly last: string
}

export interface AskedPeriod extends Period {
  /** A season may begin within a period. null: the latest one that was played in it. */
  readonly season: number | null
}

const PERIOD = /^(\d{4}-(?:W\d{2}|\d{2}))(?:-S([1-9]\d{0,8}))?$/

/** The period that the text names, with or without a season: `2026-W48-S75`; null: none. */
export function readPeriod(text: string): AskedPeriod | null {
  const [, name, season] = PERIOD.exec(text) ?? []
  const period = name === undefined ? null : findPeriod(name)
  return period && { ...period, season: season === undefined ? null : Number(season) }
}

function findPeriod(name: string): Period | null {
  const [year = '', part = ''] = name.split('-')
  const first = part.startsWith('W') ? mondayOf(year, Number(part.slice(1))) : `${name}-01`
  if (!isCalendarDay(first)) {
    return null
  }
  const period = part.startsWith('W')
    ? { of: 'week' as const, first, last: dayAfter(first, 6) }
    : { of: 'month' as const, first, last: lastOfMonth(first) }
  // There is no week 53 in most years.
  return periodName(period) === name && isCalendarDay(period.last) ? period : null
}

export function weekOf(day: string): Period {
  const first = dayAfter(day, -weekday(day))
  return { of: 'week', first, last: dayAfter(first, 6) }
}

export function monthOf(day: string): Period {
  const first = `${day.slice(0, 7)}-01`
  return { of: 'month', first, last: lastOfMonth(first) }
}

export function periodName({ of, first }: Pick<Period, 'of' | 'first'>): string {
  if (of === 'month') {
    return first.slice(0, 7)
  }
  // A week is of the year that its Thursday is in.
  const year = dayAfter(first, 3).slice(0, 4)
  const week = 1 + (timeOf(first) - timeOf(mondayOf(year, 1))) / (7 * DAY_MS)
  return `${year}-W${String(week).padStart(2, '0')}`
}

/** The week or month before this one, or after it. */
export function neighbourOf({ of, first, last }: Period, direction: -1 | 1): Period {
  const day = dayAfter(direction === -1 ? first : last, direction)
  return of === 'week' ? weekOf(day) : monthOf(day)
}

/** The first week of a year is the one with 4 January. */
function mondayOf(year: string, week: number): string {
  const fourth = `${year}-01-04`
  return isCalendarDay(fourth) ? dayAfter(fourth, 7 * (week - 1) - weekday(fourth)) : ''
}

function lastOfMonth(first: string): string {
  return dayAfter(`${dayAfter(first, 31).slice(0, 7)}-01`, -1)
}

const timeOf = (day: string) => Date.parse(`${day}T00:00:00Z`)

/** Monday is 0. */
const weekday = (day: string) => (new Date(timeOf(day)).getUTCDay() + 6) % 7

/** @param days may be below 0 */
export function dayAfter(day: string, days: number): string {
  return new Date(timeOf(day) + days * DAY_MS).toISOString().slice(0, 10)
}
