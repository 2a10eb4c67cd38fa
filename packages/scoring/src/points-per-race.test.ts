import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { pointsPerRace } from './points-per-race.ts'

const points = fc.integer({ min: 0, max: 1_000_000_000 })
const games = fc.integer({ min: 1, max: 1_000_000 })

describe('pointsPerRace', () => {
  it.each([
    [0, 0, 0],
    [500, 0, 0],
    [74_479, 60, 1241.32],
    [1, 200, 0.01],
    [1, 201, 0],
    [10_005, 1000, 10.01],
    [2, 3, 0.67],
  ])('%i points in %i games are %f', (p, g, expected) => {
    expect(pointsPerRace({ points: p, games: g })).toBe(expected)
  })

  it('is never further than half a hundredth from the true quotient', () => {
    fc.assert(
      fc.property(points, games, (p, g) => {
        const hundredths = BigInt(Math.round(pointsPerRace({ points: p, games: g }) * 100))
        const twiceTheError = 2n * (hundredths * BigInt(g) - 100n * BigInt(p))
        expect(twiceTheError <= BigInt(g) && twiceTheError > -BigInt(g)).toBe(true)
      }),
    )
  })

  it('does not change when points and games grow alike', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10_000_000 }), games, (p, g) => {
        expect(pointsPerRace({ points: p * 7, games: g * 7 })).toBe(
          pointsPerRace({ points: p, games: g }),
        )
      }),
    )
  })
})
