/** A series as a schedule, such as six rounds, every Friday, two days each. Pure. */
import { MAX_EVENT_DAYS, MAX_SERIES_EVENTS } from '@rollcall/contract/events'
import { DAY_MS } from '@rollcall/formats/durations'
import { addEvent, changeEventRow, type SeriesDraft } from './series-draft.ts'
import { texts } from './texts.ts'

const { schedule: words } = texts

/** Numbers as they are typed. */
export interface Schedule {
  readonly rounds: string
  /** YYYY-MM-DD */
  readonly firstDay: string
  /** How many days after a round's first day the next one begins. */
  readonly everyDays: number
  /** How many days a round lasts. */
  readonly days: string
  /** HH:MM; empty: no show is planned. */
  readonly showTime: string
}

export const INTERVALS = [7, 14, 1] as const

const FRIDAY = 5

/** Rounds at the next six weekends; most leagues race then. */
export function usualSchedule(today: string): Schedule {
  const toFriday = (FRIDAY - new Date(today).getUTCDay() + 7) % 7
  return {
    rounds: '6',
    firstDay: dayAfter(today, toFriday),
    everyDays: 7,
    days: '2',
    showTime: '',
  }
}

function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 'YYYY-MM-DD'.length)
}

const isWithin = (text: string, most: number) =>
  /^\d{1,3}$/.test(text) && +text >= 1 && +text <= most

export function listMissingForSchedule({ rounds, firstDay, days }: Schedule): string[] {
  return [
    ...(isWithin(rounds, MAX_SERIES_EVENTS) ? [] : [words.missing.rounds]),
    // A year that is still being typed does not count.
    ...(firstDay >= '2000' && firstDay < '2900' ? [] : [words.missing.firstDay]),
    ...(isWithin(days, MAX_EVENT_DAYS) ? [] : [words.missing.days]),
  ]
}

/** The first and the last day of each round. */
export function daysOfRounds({ rounds, firstDay, everyDays, days }: Schedule) {
  return Array.from({ length: Number(rounds) }, (_, index) => {
    const startDate = dayAfter(firstDay, index * everyDays)
    return { startDate, endDate: dayAfter(startDate, Number(days) - 1) }
  })
}

/** The series with a row for each round, instead of those that it has. */
export function fillIn(draft: SeriesDraft, schedule: Schedule): SeriesDraft {
  return daysOfRounds(schedule).reduce<SeriesDraft>(
    (filled, days, index) => {
      const added = addEvent(filled)
      const change = { ...days, name: words.round(index + 1), showTime: schedule.showTime }
      return changeEventRow(added, { key: added.events.at(-1)?.key ?? 0, change })
    },
    { ...draft, events: [] },
  )
}
