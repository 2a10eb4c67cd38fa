import { expect, it } from 'vitest'
import { heatWeeks, monthBegun } from './heat-weeks.ts'

const on = (day: string, points: number, lastDay: string | null = null) => ({
  ...{ day, points, lastDay, games: 1 },
})

/** From Wednesday to the Tuesday after next. */
const year = (...days: ReturnType<typeof on>[]) =>
  heatWeeks({ from: '2026-09-30', to: '2026-10-13', days })
const played = (...days: ReturnType<typeof on>[]) =>
  year(...days)
    .flat()
    .flatMap((each) =>
      each && each.level > 0 ? [[each.day, each.level, each.played?.points]] : [],
    )

it('weeks begin on Monday, and days outside of the year are empty', () => {
  const weeks = year()
  expect(weeks.map((week) => week.map((each) => each?.day.slice(8) ?? null))).toEqual([
    [null, null, '30', '01', '02', '03', '04'],
    ['05', '06', '07', '08', '09', '10', '11'],
    ['12', '13', null, null, null, null, null],
  ])
  expect(weeks.map(monthBegun)).toEqual(['2026-10-01', null, null])
})

it('a whole year is at most 54 weeks', () => {
  expect(heatWeeks({ from: '2025-11-25', to: '2026-11-24', days: [] })).toHaveLength(53)
})

it('a day’s level is the quarter of the days with points that it is in', () => {
  expect(
    played(
      ...[on('2026-10-01', 10), on('2026-10-02', 0), on('2026-10-03', 20), on('2026-10-04', 900)],
    ),
  ).toEqual([
    ['2026-10-01', 2, 10],
    ['2026-10-02', 1, 0],
    ['2026-10-03', 3, 20],
    ['2026-10-04', 4, 900],
  ])
  expect(played(on('2026-10-01', 7), on('2026-10-02', 7))).toEqual([
    ['2026-10-01', 4, 7],
    ['2026-10-02', 4, 7],
  ])
})

it('days without points are the lightest, even if most days are without', () => {
  expect(played(on('2026-10-01', 0), on('2026-10-02', 0), on('2026-10-03', 5))).toEqual([
    ['2026-10-01', 1, 0],
    ['2026-10-02', 1, 0],
    ['2026-10-03', 4, 5],
  ])
})

it('points of several days are on each of them that has none of its own', () => {
  expect(played(on('2026-10-05', 60, '2026-10-07'), on('2026-10-06', 100))).toEqual([
    ['2026-10-05', 2, 60],
    ['2026-10-06', 4, 100],
    ['2026-10-07', 2, 60],
  ])
})
