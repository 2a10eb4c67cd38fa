import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dayAfter, longestRun } from './streaks.ts'

const FIRST = '2026-02-20'
/** Makes runs common, also across the end of a month and the days on which clocks change. */
const days = fc
  .array(fc.integer({ min: 0, max: 45 }), { maxLength: 60 })
  .map((numbers) => numbers.map((number) => dayAfter(FIRST, number)))

/** Finds every run of days by trying each beginning and each end; the longest comes first. */
function allRuns(played: readonly string[]) {
  const runs: { from: string; to: string; days: number }[] = []
  for (const from of played) {
    let to = from
    let count = 1
    while (played.includes(dayAfter(to, 1))) {
      to = dayAfter(to, 1)
      count += 1
    }
    runs.push({ from, to, days: count })
  }
  return runs.toSorted((a, b) => b.days - a.days || (a.from < b.from ? -1 : 1))
}

describe('days in a row', () => {
  it('follow each other over the end of a month and of February', () => {
    expect(dayAfter('2026-02-28', 1)).toBe('2026-03-01')
    expect(dayAfter('2028-02-28', 1)).toBe('2028-02-29')
    expect(dayAfter('2026-12-31', 1)).toBe('2027-01-01')
  })

  it('have the longest run that brute force finds', () => {
    fc.assert(
      fc.property(days, (played) => {
        expect(longestRun(played)).toEqual(allRuns(played)[0] ?? null)
      }),
    )
  })
})
