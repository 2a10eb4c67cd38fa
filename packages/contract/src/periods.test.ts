import { expect, test } from 'vitest'
import { monthOf, neighbourOf, periodName, readPeriod, weekOf } from './periods.ts'

test.each([
  ['2026-W48', '2026-11-23', '2026-11-29'],
  // The year of a week is that of its Thursday.
  ['2026-W01', '2025-12-29', '2026-01-04'],
  ['2020-W53', '2020-12-28', '2021-01-03'],
  ['2026-02', '2026-02-01', '2026-02-28'],
  ['2028-02', '2028-02-01', '2028-02-29'],
  ['2026-12', '2026-12-01', '2026-12-31'],
])('%s is from %s to %s', (name, first, last) => {
  const period = readPeriod(name)
  expect(period).toMatchObject({ first, last, season: null })
  for (const day of [first, last]) {
    expect(periodName((name.includes('W') ? weekOf : monthOf)(day))).toBe(name)
  }
  expect(readPeriod(`${name}-S75`)).toEqual({ ...period, season: 75 })
})

test.each(
  '2026-W00 2026-W54 2025-W53 2026-W1 2026-13 2026-00 0000-01 0000-W02 2026 2026-11-03 2026-11-S 2026-11-S0 9999-W53'.split(
    ' ',
  ),
)('%s is no period', (text) => {
  expect(readPeriod(text)).toBeNull()
})

test('periods follow each other without a gap', () => {
  for (const start of [weekOf('2020-01-01'), monthOf('2020-01-01')]) {
    let period = start
    for (let count = 0; count < 400; count += 1) {
      const next = neighbourOf(period, 1)
      expect(Date.parse(next.first) - Date.parse(period.last)).toBe(24 * 60 * 60_000)
      expect(neighbourOf(next, -1)).toEqual(period)
      period = next
    }
  }
})
