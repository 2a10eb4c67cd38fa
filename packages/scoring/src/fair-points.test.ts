import { describe, expect, it } from 'vitest'
import { fairPoints, firstGames, type GamePlace, placesIn } from './fair-points.ts'
import { roundHalfUp, times } from './fraction.ts'
import type { GameResult } from './games.ts'
import { boundsOf } from './outlook.ts'

const place = (part: Partial<GamePlace>): GamePlace => {
  const { first = 1, last = first } = part
  return { game: 1, at: 1, rows: 10, ...part, first, last }
}
const points = (places: readonly GamePlace[], count = 5) =>
  roundHalfUp(times(fairPoints(places, count), 100)) / 100

describe('fair points', () => {
  it('are what docs/scoring.md has in its table', () => {
    const fields = [10, 100, 850]
    const row = (first: number, last = first) =>
      fields.map((rows) => points([place({ first, last, rows })]))
    expect(row(1)).toEqual([95, 99.5, 99.94])
    expect(row(2)).toEqual([85, 98.5, 99.82])
    expect(row(2, 3)).toEqual([80, 98, 99.76])
    expect(fields.map((rows) => points([place({ first: rows, rows })]))).toEqual([5, 0.5, 0.06])
  })

  it('are of the first games by their end, and of two results in one game the worse one first', () => {
    const [late, early, worse] = [
      place({ at: 3, game: 1 }),
      place({ at: 2, game: 9 }),
      place({ at: 2, game: 9, first: 4 }),
    ]
    expect(firstGames([late, early, worse], 2)).toEqual([worse, early])
    expect(points([], 5)).toBe(0)
  })

  it('are added exactly: three times a third of 100, less the half of a place, is not rounded', () => {
    const thirds = [1, 2, 3].map((game) => place({ game, rows: 3 }))
    expect(points(thirds)).toBe(250)
  })

  it('have no upper limit below 100 for each game', () => {
    const round = { multiplier: 2, bonuses: [], adjustments: [5, -3] }
    expect(boundsOf({ kind: 'fair', games: 5 }, round)).toEqual({ most: 1005, least: -3 })
    expect(points([place({ rows: 10_000 })])).toBe(100)
  })
})

it('places are counted: positions may have gaps, and rows without one share the last places', () => {
  const results = [7, null, 1, 7, null].map((position) => ({ position }) as GameResult)
  expect(placesIn({ results })).toEqual([
    { first: 2, last: 3 },
    { first: 4, last: 5 },
    { first: 1, last: 1 },
    { first: 2, last: 3 },
    { first: 4, last: 5 },
  ])
})
