/** The boards on a channel's page (docs/scoring.md, Boards of a channel). */
import { marbleDayOf } from './days.ts'
import { countedGames, earnedIn, type Ranked, rank } from './numbers.ts'
import type { Channel, Racer, StoredGame } from './world.ts'

export interface BoardRow extends Ranked {
  /** How many tilt levels the racer played. */
  levels?: number
}

/** What a snapshot adds to a day, by mode. */
export interface Gain extends Racer {
  season: number
  race: number
  royale: number
}

type Mode = 'race' | 'royale'
const MODES = ['race', 'royale'] as const

/** All racers of these seasons, or those who have points in the mode. */
export function seasonsBoard(
  channel: Channel,
  seasons: readonly number[],
  mode: 'all' | Mode,
): BoardRow[] {
  const ranked = rank(
    seasons.flatMap((season) =>
      (mode === 'all' ? MODES : [mode]).flatMap((each) => earnedIn(channel, season, each)),
    ),
  )
  return mode === 'all' ? ranked : ranked.filter(({ points }) => points > 0)
}

/** All who played on the days or gained points, or those who have points in the mode. */
export function daysBoard(
  channel: Channel,
  {
    days,
    seasons,
    mode,
    gains,
  }: {
    days: readonly string[]
    seasons: readonly number[]
    mode: 'all' | Mode
    gains: readonly Gain[]
  },
): BoardRow[] {
  const games = seasons
    .flatMap((season) => countedGames(channel, season))
    .filter((game) => days.includes(marbleDayOf(game.finishedAt)))
    .filter((game) => mode === 'all' || game.mode === mode)
  const gained = gains.map(({ race, royale, ...racer }) => ({
    ...racer,
    points: mode === 'all' ? race + royale : { race, royale }[mode],
  }))
  const played = games.flatMap(({ results }) => results)
  const ranked = rank([...played, ...gained.filter(({ points }) => points > 0)])
  return mode === 'all' ? ranked : ranked.filter(({ points }) => points > 0)
}

/** All who played tilt levels, by how many they survived. */
export function levelsBoard(channel: Channel, isIn: (game: StoredGame) => boolean): BoardRow[] {
  const results = channel.games
    .filter((game) => game.mode === 'tilt' && game.isRankable && isIn(game))
    .flatMap((game) => game.results)
  return rank(results.map((result) => ({ ...result, points: result.eliminated ? 0 : 1 }))).map(
    (row) => ({
      ...row,
      levels: results.filter((it) => it.login === row.login && it.platform === row.platform).length,
    }),
  )
}

export const seasonsOf = (channel: Channel): number[] => [
  ...new Set([...channel.seasons.keys(), ...channel.games.map(({ season }) => season)]),
]

/** The days on which anything was played. */
export const daysPlayed = (channel: Channel): string[] => [
  ...new Set(channel.games.map(({ finishedAt }) => marbleDayOf(finishedAt))),
]
