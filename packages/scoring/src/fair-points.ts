/** Fair points of a round: what part of a game's marbles a racer had behind them. docs/scoring.md, Fair points */
import { addFractions, dividedBy, type Fraction, NOTHING, times, whole } from './fraction.ts'
import type { CountedGame } from './games.ts'

/** How many games of a round count for a racer, unless the league says otherwise. */
export const FAIR_GAMES = 5
export const MOST_FAIR_GAMES = 30
/** What a game would give to somebody with everybody else behind them, and nobody beside them. */
export const FAIR_POINTS = 100

/** A racer's place in a race or a royale. */
export interface GamePlace {
  /** The game's id. */
  game: number
  /** When it ended, in milliseconds. */
  at: number
  /** Those who share a place have all places from the first to the last of them. */
  first: number
  last: number
  /** How many rows the game has. */
  rows: number
}

/**
 * The first and the last place of each row of the game, in the order of its results. The files' positions only order the
 * rows, because they can have gaps. Rows without one share the last places.
 */
export function placesIn({
  results,
}: Pick<CountedGame, 'results'>): Pick<GamePlace, 'first' | 'last'>[] {
  const positionOf = ({ position }: CountedGame['results'][number]) =>
    position ?? Number.POSITIVE_INFINITY
  const sorted = Float64Array.from(results, positionOf).sort()
  const firsts = new Map<number, number>()
  const lasts = new Map<number, number>()
  for (const [index, position] of sorted.entries()) {
    if (!firsts.has(position)) firsts.set(position, index + 1)
    lasts.set(position, index + 1)
  }
  return results.map((result) => ({
    first: firsts.get(positionOf(result)) ?? 1,
    last: lasts.get(positionOf(result)) ?? 1,
  }))
}

/**
 * The earliest games, the earliest first. Of several results in one game, which only a person with several logins has, the
 * worse one comes first.
 */
export function firstGames(places: readonly GamePlace[], count: number): GamePlace[] {
  return places
    .toSorted((a, b) => a.at - b.at || a.game - b.game || b.first + b.last - (a.first + a.last))
    .slice(0, count)
}

/** `(rows - place + ½) / rows` of 100, of shared places with their mean. */
export function fairShare({ first, last, rows }: GamePlace): Fraction {
  const share = dividedBy(whole(2 * rows + 1 - first - last), 2 * rows)
  return times(share, FAIR_POINTS)
}

/** The sum of a racer's first games, exact. */
export const fairPoints = (places: readonly GamePlace[], count: number): Fraction =>
  firstGames(places, count).map(fairShare).reduce(addFractions, NOTHING)
