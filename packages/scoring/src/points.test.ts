import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addPoints, fromHundredths, pointsPerRace, toHundredths } from './points.ts'

describe('hundredths', () => {
  it("read a file's sum of binary fractions as the decimal that it should be", () => {
    expect(toHundredths(239.88000000000002)).toBe(23_988)
    expect(fromHundredths(23_988)).toBe(239.88)
  })

  it('add what binary fractions cannot', () => {
    expect(addPoints(0.1, 0.2)).toBe(0.3)
    expect(addPoints(1.05, -1.05)).toBe(0)
  })

  it('come back as they were, up to the largest sums', () => {
    fc.assert(
      fc.property(fc.integer({ min: -2e15, max: 2e15 }), (hundredths) => {
        expect(toHundredths(fromHundredths(hundredths)) - hundredths).toBe(0)
      }),
    )
  })
})

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

  it('does not change when points and games grow by the same factor', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10_000_000 }), games, (p, g) => {
        expect(pointsPerRace({ points: p * 7, games: g * 7 })).toBe(
          pointsPerRace({ points: p, games: g }),
        )
      }),
    )
  })
})
