import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type FairGame, fairPoints } from './fair-points.ts'

const game = (minute: number, ...places: [string, number][]): FairGame => ({
  finishedAt: new Date(Date.UTC(2026, 10, 1, 20, minute)),
  id: minute,
  results: places.map(([row, place]) => ({ row, place })),
})

it('gives the share of the field that somebody has beaten', () => {
  const four = game(1, ['ada', 1], ['bea', 2], ['cai', 3], ['dee', 4])
  expect(fairPoints([four], 5)).toEqual([
    { row: 'ada', points: 87.5, games: 1 },
    { row: 'bea', points: 62.5, games: 1 },
    { row: 'cai', points: 37.5, games: 1 },
    { row: 'dee', points: 12.5, games: 1 },
  ])
})

it('gives rows that share a place the mean of their places', () => {
  const shared = game(1, ['ada', 1], ['bea', 1], ['cai', 3])
  expect(fairPoints([shared], 5).map(({ points }) => points)).toEqual([66.67, 66.67, 16.67])
})

it("counts everybody's first games by finish time, whatever the channel", () => {
  const games = [
    game(3, ['ada', 1], ['bea', 2]),
    game(1, ['ada', 2], ['cai', 1]),
    game(2, ['ada', 2], ['dee', 1]),
  ]
  expect(fairPoints(games, 2).find(({ row }) => row === 'ada')).toEqual({
    row: 'ada',
    points: 50,
    games: 2,
  })
})

it('rounds the sum once: three thirds and a half are not four rounded numbers', () => {
  const alone = game(1, ['ada', 1], ['bea', 2], ['cai', 3])
  const games = [0, 1, 2].map((minute) => ({ ...alone, id: minute }))
  // 3 × 83.333… = 250, and not 3 × 83.33 = 249.99.
  expect(fairPoints(games, 3)[0]?.points).toBe(250)
})

it('gives every game the same sum for each racer, however many race', () => {
  const places = fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 1, maxLength: 60 })
  fc.assert(
    fc.property(places, (all) => {
      const results = all.map((place, row): [string, number] => [String(row), place])
      const sum = fairPoints([game(1, ...results)], 1).reduce(
        (total, { points }) => total + points,
        0,
      )
      // Each is rounded to 0.01.
      expect(Math.abs(sum / all.length - 50)).toBeLessThan(0.006)
    }),
  )
})
