import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addPositions } from './add-positions.ts'
import {
  LeaderboardConfiguration,
  MAX_POSITIONS,
  type PositionPoints,
  STANDARD_CONFIGURATION,
} from './configuration.ts'

const listOf = (...points: number[]): PositionPoints[] =>
  points.map((value, index) => ({ position: index + 1, points: value }))

const hundredths = fc.integer({ min: -10_000, max: 10_000 }).map((value) => value / 100)
const lists = fc.array(hundredths, { minLength: 1, maxLength: 40 }).map((all) => listOf(...all))

describe('addPositions', () => {
  it('goes down from the last position, step by step', () => {
    expect(addPositions(listOf(100), { count: 3, decrement: 5 })).toEqual(listOf(100, 95, 90, 85))
  })

  it('goes on below 0', () => {
    expect(addPositions(listOf(100, 7), { count: 2, decrement: 5 })).toEqual(listOf(100, 7, 2, -3))
  })

  it('is exact where binary fractions are not', () => {
    expect(addPositions(listOf(0.3), { count: 3, decrement: 0.1 })).toEqual(
      listOf(0.3, 0.2, 0.1, 0),
    )
  })

  it('stops where a configuration is full', () => {
    const full = addPositions(listOf(1), { count: MAX_POSITIONS + 5, decrement: 0 })
    expect(full).toHaveLength(MAX_POSITIONS)
    expect(addPositions(full, { count: 1, decrement: 0 })).toEqual(full)
  })
})

it('leaves a valid list valid, whatever is added', () => {
  const isValid = (positions: PositionPoints[]) =>
    LeaderboardConfiguration.safeParse({ ...STANDARD_CONFIGURATION, positions }).success
  fc.assert(
    fc.property(lists, fc.integer({ min: 1, max: 50 }), hundredths, (list, count, decrement) => {
      const longer = addPositions(list, { count, decrement })
      expect(longer).toHaveLength(list.length + count)
      expect(isValid(longer)).toBe(true)
    }),
  )
})
