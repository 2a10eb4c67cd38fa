import { describe, expect, it } from 'vitest'
import { fastestFinish } from './map-records.ts'

const finish = (position: number | null, timeUs: number | null, eliminated = false) => ({
  position,
  timeUs,
  eliminated,
})

describe('the fastest finish of a race', () => {
  it('is the finish of the first place', () => {
    expect(fastestFinish([finish(2, 62_000_000), finish(1, 61_000_000)])).toBe(61_000_000)
  })

  it('is not the time of somebody who was eliminated', () => {
    const results = [finish(1, 61_000_000), finish(2, 5_000_000, true)]
    expect(fastestFinish(results)).toBe(61_000_000)
    expect(fastestFinish([finish(1, 5_000_000, true)])).toBeNull()
  })

  it('is a known time: neither missing nor 0', () => {
    expect(fastestFinish([finish(1, null), finish(2, 62_000_000)])).toBe(62_000_000)
    expect(fastestFinish([finish(1, 0), finish(2, 62_000_000)])).toBe(62_000_000)
    expect(fastestFinish([finish(1, null)])).toBeNull()
    expect(fastestFinish([])).toBeNull()
  })

  it('does not count if the first place is slower than the second', () => {
    expect(fastestFinish([finish(1, 63_000_000), finish(2, 62_000_000)])).toBeNull()
    expect(fastestFinish([finish(1, 62_000_000), finish(2, 62_000_000)])).toBe(62_000_000)
    expect(fastestFinish([finish(1, 63_000_000), finish(2, 5_000_000, true)])).toBe(63_000_000)
  })
})
