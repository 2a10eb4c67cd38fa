/** Points by marble day, calculated from the games that count. */
import { countedGames, sumKnown } from './numbers.ts'
import type { World } from './world.ts'

export interface DayOfRacer {
  /** The channel's login. */
  channel: string
  season: number
  platform: string
  login: string
  /** YYYY-MM-DD. */
  day: string
  gamePoints: number
}

const DAY_MS = 24 * 60 * 60_000

const EASTERN = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'America/New_York',
  hourCycle: 'h23',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
})

/** The marble day of an instant. It begins at noon in New York. */
export function marbleDayOf(instant: Date): string {
  const parts = Object.fromEntries(
    EASTERN.formatToParts(instant).map(({ type, value }) => [type, value]),
  )
  const midnight = new Date(`${parts.year}-${parts.month}-${parts.day}T00:00:00Z`)
  const hours = Number(parts.hour) < 12 ? -24 : 0
  return new Date(midnight.getTime() + hours * 60 * 60_000).toISOString().slice(0, 10)
}

/** The instants between which a marble day lies. */
export function timeOf(day: string): { from: Date; until: Date } {
  const next = new Date(Date.parse(`${day}T00:00:00Z`) + DAY_MS)
  return { from: beginningOf(day), until: beginningOf(next.toISOString().slice(0, 10)) }
}

const dateOf = (time: number) => new Date(time).toISOString().slice(0, 10)

/** All days of the week or of the calendar month that the day is in. Weeks begin on Monday. */
export function daysAround(day: string, kind: 'week' | 'month'): string[] {
  const noon = Date.parse(`${day}T12:00:00Z`)
  return Array.from({ length: 63 }, (_, index) => noon + (index - 31) * DAY_MS)
    .filter((time) =>
      kind === 'month'
        ? dateOf(time).startsWith(day.slice(0, 7))
        : mondayOf(time) === mondayOf(noon),
    )
    .map(dateOf)
}

/** 5 January 1970 was a Monday. */
const mondayOf = (time: number) => Math.floor((time / DAY_MS - 4) / 7)

/** How addresses name it. The Thursday of a week decides on its year. */
export function nameOfDays(days: readonly string[], kind: 'week' | 'month'): string {
  if (kind === 'month') {
    return days[0]?.slice(0, 7) ?? ''
  }
  const thursday = Date.parse(days[3] ?? '')
  const year = dateOf(thursday).slice(0, 4)
  const week = 1 + Math.floor((thursday - Date.parse(`${year}-01-01`)) / (7 * DAY_MS))
  return `${year}-W${String(week).padStart(2, '0')}`
}

/** How many days it is to the next marble day that is an hour longer or shorter than others. */
export function daysToClockChange(now: Date): number {
  const ahead = Array.from({ length: 366 }, (_, days) => days)
  return ahead.findIndex((days) => {
    const { from, until } = timeOf(marbleDayOf(new Date(now.getTime() + days * DAY_MS)))
    return until.getTime() - from.getTime() !== DAY_MS
  })
}

/** Noon in New York is 16:00 or 17:00 in UTC. */
function beginningOf(day: string): Date {
  const early = new Date(`${day}T16:00:00Z`)
  return marbleDayOf(early) === day ? early : new Date(`${day}T17:00:00Z`)
}

/**
 * One row for each channel, season, racer and day with a game that counts. Points from snapshots are not
 * in it.
 */
export function daysOf({ channels }: Pick<World, 'channels'>): DayOfRacer[] {
  // Two channels may have the same login: a channel keeps its login until its owner signs in under a new one.
  return channels.flatMap((channel) => {
    const seasons = [...new Set(channel.games.map(({ season }) => season))]
    const played = seasons
      .flatMap((season) => countedGames(channel, season))
      .flatMap(({ season, finishedAt, results }) =>
        results.map(({ platform, login, points }) => ({
          of: { season, platform, login, day: marbleDayOf(finishedAt) },
          points,
        })),
      )
    const byDay = Map.groupBy(played, ({ of }) => JSON.stringify(of))
    return [...byDay.values()].flatMap((results) =>
      results.slice(0, 1).map(({ of }) => ({
        channel: channel.login,
        ...of,
        gamePoints: sumKnown(results.map(({ points }) => points)) ?? 0,
      })),
    )
  })
}
