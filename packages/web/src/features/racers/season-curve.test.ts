import { expect, it } from 'vitest'
import type { SeasonProgress } from './queries.ts'
import { seasonCurve } from './season-curve.ts'

const on = (day: string, points: number, lastDay: string | null = null) => ({
  day,
  lastDay,
  points,
})
const season = (
  number: number,
  firstDay: string | null,
  ...days: ReturnType<typeof on>[]
): SeasonProgress => ({
  ...{ season: number, firstDay, isCurrent: number === 75 },
  undated: 0,
  days,
})

const before = season(74, '2026-09-01', on('2026-09-01', 10), on('2026-09-04', 5))
const current = season(75, '2026-09-07', on('2026-09-08', 20))

it('adds up the points, and sets today beside the same day of the season before', () => {
  expect(seasonCurve([before, current], '2026-09-09')).toEqual({
    lines: [
      { season: 74, isCurrent: false, from: '2026-09-01', points: [10, 10, 10, 15, 15, 15] },
      { season: 75, isCurrent: true, from: '2026-09-07', points: [0, 20, 20] },
    ],
    comparison: { day: 3, season: 75, points: 20, before: { season: 74, points: 10 } },
    leftOut: [],
  })
})

it('compares with the end of the season before once that was over', () => {
  const { comparison } = seasonCurve([before, current], '2026-09-20')
  expect(comparison).toMatchObject({ day: 14, before: { points: 15 } })
})

it('leaves a gap where nobody knows on which of several days points were made', () => {
  const gap = season(75, '2026-09-07', on('2026-09-07', 1), on('2026-09-08', 60, '2026-09-10'))
  expect(seasonCurve([gap], '2026-09-11').lines[0]?.points).toEqual([1, null, null, 61, 61])
  const old = season(74, '2026-09-01', on('2026-09-02', 60, '2026-09-04'))
  expect(seasonCurve([old, current], '2026-09-09').comparison).toBeNull()
})

it('does not place a season whose first day is not known beside another', () => {
  const unplaced = { ...before, firstDay: null }
  expect(seasonCurve([unplaced, current], '2026-09-09')).toMatchObject({
    lines: [{ season: 75 }],
    comparison: null,
    leftOut: [74],
  })
  expect(seasonCurve([unplaced], '2026-09-09').lines).toEqual([
    { season: 74, isCurrent: false, from: '2026-09-01', points: [10, 10, 10, 15] },
  ])
})

it('counts a late game of a day before the season from its beginning', () => {
  const late = season(75, '2026-09-07', on('2026-09-06', 3), on('2026-09-08', 4))
  expect(seasonCurve([late], '2026-09-08').lines[0]?.points).toEqual([3, 7])
})

it('draws nothing without days', () => {
  expect(seasonCurve([season(75, '2026-09-07')], '2026-09-09')).toEqual({
    ...{ lines: [], comparison: null, leftOut: [] },
  })
})
