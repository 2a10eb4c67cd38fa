import { expect, test } from 'vitest'
import { channelViewFromSearch, latestPastDay, searchFromChannelView } from './board-view.ts'

const viewOf = (search: string) => channelViewFromSearch(new URLSearchParams(search))

test('an address leads to the board that it was made for', () => {
  for (const of of ['today', 'season', 'lifetime', '2026-09-14'] as const) {
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
