import { expect, it } from 'vitest'
import { formatRaceTime } from './format-race-time.ts'

it.each([
  [62.345678, '1:02.345'],
  [59.9999, '0:59.999'],
  [90.29, '1:30.290'],
  [8, '0:08.000'],
  [3_725.5, '62:05.500'],
  [0.1 + 0.2, '0:00.300'],
  [null, '–'],
])('%s s is shown as %s', (seconds, shown) => {
  expect(formatRaceTime(seconds)).toBe(shown)
})
