import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addPoints, fromHundredths, toHundredths } from './hundredths.ts'

describe('hundredths', () => {
  it("read a file's sum of binary fractions as the decimal that was meant", () => {
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
