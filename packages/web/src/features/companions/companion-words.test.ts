import { expect, it } from 'vitest'
import { describeActivity, listWarnings } from './companion-words.ts'

// A Friday.
const NOW = Date.parse('2026-11-20T12:00:00Z')
const before = (minutes: number) => new Date(NOW - minutes * 60_000).toISOString()
const companion = {
  ...{ id: 1, computerName: 'PC', version: '1.0.0', connectedAt: before(90_000) },
  ...{ lastSeenAt: before(2), lastGameAt: before(3), isFolderFound: true, outboxCount: 0 },
}

it.each([
  [{}, 'Your companion is connected; last game 3 minutes ago.'],
  [{ lastGameAt: before(0.2) }, 'Your companion is connected; last game just now.'],
  // This computer's clock is behind the server's.
  [
    { lastGameAt: before(-2), lastSeenAt: before(-2) },
    'Your companion is connected; last game just now.',
  ],
  [{ lastGameAt: before(60) }, 'Your companion is connected; last game 1 hour ago.'],
  [{ lastGameAt: null }, 'Your companion is connected; no game yet.'],
  [{ lastSeenAt: before(3 * 1440) }, 'Not seen since Tuesday; last game 3 minutes ago.'],
  [
    { lastSeenAt: before(30 * 1440), lastGameAt: before(3 * 1440) },
    'Not seen since Oct 21, 2026; last game 3 days ago.',
  ],
])('%j: %s', (state, words) => {
  expect(describeActivity({ ...companion, ...state }, NOW)).toBe(words)
})

it('warns about waiting games and about a folder that was not found', () => {
  expect(listWarnings(companion)).toEqual([])
  expect(listWarnings({ ...companion, isFolderFound: null, outboxCount: null })).toEqual([])
  expect(listWarnings({ ...companion, isFolderFound: false, outboxCount: 1 })).toEqual([
    "It can't find the game's folder.",
    '1 game is waiting to be sent.',
  ])
  expect(listWarnings({ ...companion, outboxCount: 2 })).toEqual([
    '2 games are waiting to be sent.',
  ])
})
