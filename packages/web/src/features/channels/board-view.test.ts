import { expect, test } from 'vitest'
import {
  channelViewFromSearch,
  latestPastDay,
  periodOf,
  searchFromChannelView,
  spanKind,
  spanOfPeriod,
} from './board-view.ts'

const viewOf = (search: string) => channelViewFromSearch(new URLSearchParams(search))

test('an address leads to the board that it was made for', () => {
  for (const of of [
    'today',
    'week',
    'month',
    'season',
    'lifetime',
    '2026-09-14',
    '2026-W38',
    '2026-09-S75',
  ]) {
    for (const mode of ['all', 'race', 'royale', 'tilt'] as const) {
      expect(viewOf(searchFromChannelView({ of, mode }))).toEqual({ of, mode })
    }
  }
  expect(searchFromChannelView({ of: 'season', mode: 'all' })).toBe('')
})

test('meaningless values count as the default', () => {
  expect(viewOf('?of=2026-02-30&mode=golf')).toEqual({ of: 'season', mode: 'all' })
})

test('the latest day that is over is not before the first one', () => {
  expect(latestPastDay({ today: '2026-03-01', firstDay: '2026-02-01' })).toBe('2026-02-28')
  expect(latestPastDay({ today: '2026-03-01', firstDay: '2026-03-01' })).toBe('2026-03-01')
})

test('a week or month is named by its days, and the present one by its kind', () => {
  const week = periodOf('2026-W38', '2026-11-26')
  expect(week).toMatchObject({ first: '2026-09-14', last: '2026-09-20' })
  expect(periodOf('week', '2026-09-20')).toEqual({
    of: 'week',
    first: '2026-09-14',
    last: '2026-09-20',
  })
  expect(periodOf('season', '2026-09-20')).toBeNull()
  expect(week && spanOfPeriod(week, '2026-11-26')).toBe('2026-W38')
  expect(week && spanOfPeriod(week, '2026-09-20')).toBe('week')
  expect(['2026-W38-S75', '2026-09', '2026-09-14'].map(spanKind)).toEqual(['week', 'month', 'day'])
})
