import type { ShowView } from '@rollcall/contract/show-view'
import { expect, it } from 'vitest'
import { newestView } from './newest-view.ts'

const makeView = (version: number): ShowView => ({
  ...{ version, scene: 'before', isRehearsal: false, board: null, startRank: null, reached: null },
  ...{ blurMs: 0, rowCount: 0, hasDecimals: false, rows: [] },
  event: {
    ...{ name: 'Cup', startAt: '2026-11-01', endAt: '2026-11-02', streamers: [] },
    startsAt: '2026-11-01T00:00:00.000Z',
    showAt: null,
    endsAt: '2026-11-03T00:00:00.000Z',
    organiser: { username: 'host', page: { platform: 'twitch', login: 'host' } },
  },
})

it('a view overtaken by an answer is not shown, but one with the same version is', () => {
  const [earlier, shown, same, later] = [makeView(1), makeView(2), makeView(2), makeView(3)]
  expect(newestView(shown, earlier)).toBe(shown)
  expect(newestView(shown, same)).toBe(same)
  expect(newestView(shown, later)).toBe(later)
  expect(newestView(null, earlier)).toBe(earlier)
})
