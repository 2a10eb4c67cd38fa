import type { KeptSnapshot } from '@rollcall/contract/uploads-snapshots'
import { expect, test } from 'vitest'
import { channelFromSearch, groupSnapshots } from './snapshots-view.ts'

function kept(kind: KeptSnapshot['kind'], of: string, id: number): KeptSnapshot {
  return {
    kind,
    id,
    channel: 'maven',
    of,
    marbleDay: null,
    receivedAt: '2026-09-14T10:00:00.000Z',
    racers: 1,
    points: 1,
    isCurrent: false,
  }
}

test('snapshots of one season or event stand together, the latest of all first', () => {
  const groups = groupSnapshots([
    kept('event', 'Season 75', 9),
    kept('season', 'Season 75', 8),
    kept('event', 'Season 75', 7),
    kept('season', 'Season 74', 6),
    kept('season', 'Season 75', 5),
  ])
  expect(groups.map(({ of, snapshots }) => [of, snapshots.map(({ id }) => id)])).toEqual([
    ['Season 75', [9, 7]],
    ['Season 75', [8, 5]],
    ['Season 74', [6]],
  ])
})

test('the channel of the address is as long as the contract takes', () => {
  expect(channelFromSearch(new URLSearchParams())).toBe('')
  expect(channelFromSearch(new URLSearchParams({ channel: ` ${'x'.repeat(300)}` }))).toBe(
    'x'.repeat(200),
  )
})
