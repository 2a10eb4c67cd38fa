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
