/** A year of days as a heat map draws it: weeks from Monday to Sunday. Pure. */
import { dayAfter } from '@rollcall/scoring/streaks'
import type { RacerPageAnswer } from './queries.ts'

type Year = Pick<RacerPageAnswer['year'], 'from' | 'to' | 'days' | 'heldDays'>
type PlayedDay = Year['days'][number]

export const LEVELS = [0, 1, 2, 3, 4] as const
export type Level = (typeof LEVELS)[number]

export interface HeatDay {
  /** YYYY-MM-DD. */
  readonly day: string
  /** 0: not played; from 1 to 4: the quarter that the day's points are in, among the days with points; 1 without any. */
  readonly level: Level
  /** What was played on that day, or on one of several days that include it; null if nothing was. */
  readonly played: PlayedDay | null
  /** Whether points of that day are shown after a show. */
  readonly isHeld: boolean
}

/** From Monday; null: not in the year. */
type HeatWeek = readonly (HeatDay | null)[]

const DAYS_IN_WEEK = 7

export function heatWeeks({ from, to, days, heldDays = [] }: Year): HeatWeek[] {
  const held = new Set(heldDays)
  const playedOn = spreadOut(days)
  const levelOf = makeLevels(days)
  const weeks: (HeatDay | null)[][] = []
  for (let monday = dayAfter(from, -weekdayOf(from)); monday <= to; monday = dayAfter(monday, 7)) {
    weeks.push(
      Array.from({ length: DAYS_IN_WEEK }, (_, weekday) => {
        const day = dayAfter(monday, weekday)
        if (day < from || day > to) return null
        const played = playedOn.get(day) ?? null
        const level = played === null ? 0 : levelOf(played)
        return { day, played, level, isHeld: held.has(day) }
      }),
    )
  }
  return weeks
}

/** The day of a week on which a month begins; null: none does. */
export function monthBegun(week: HeatWeek): string | null {
  return week.find((each) => each?.day.endsWith('-01'))?.day ?? null
}

/** By each day on which it may have been played; what is known about a day itself comes first. */
function spreadOut(days: readonly PlayedDay[]): Map<string, PlayedDay> {
  const playedOn = new Map<string, PlayedDay>()
  for (const played of days) {
    for (let day = played.day; day <= (played.lastDay ?? played.day); day = dayAfter(day, 1)) {
      if (day === played.day || !playedOn.has(day)) playedOn.set(day, played)
    }
  }
  return playedOn
}

function makeLevels(days: readonly PlayedDay[]): (played: PlayedDay) => Level {
  const sorted = days
    .map(({ points }) => points)
    .filter((points) => points > 0)
    .toSorted((a, b) => a - b)
  return ({ points }) => {
    if (points <= 0) return 1
    const upTo = sorted.findLastIndex((each) => each <= points) + 1
    return LEVELS[Math.ceil((4 * upTo) / sorted.length)] ?? 1
  }
}

/** 0 for Monday. */
function weekdayOf(day: string): number {
  return (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % DAYS_IN_WEEK
}
