import type { KeptSnapshot } from '@rollcall/contract/uploads-snapshots'
import { expect, test } from 'vitest'
import { channelFromSearch, groupSnapshots } from './snapshots-view.ts'

function kept(kind: KeptSnapshot['kind'], number: number, id: number): KeptSnapshot {
  return {
    kind,
    id,
    channel: 'maven',
    number,
    of: kind === 'season' ? `Season ${number}` : 'Autumn Cup',
    marbleDay: null,
    receivedAt: '2026-09-14T10:00:00.000Z',
    racers: 1,
    points: 1,
    isCurrent: false,
  }
}

test('snapshots of one season or event stand together, also where two events have one name', () => {
  const groups = groupSnapshots([
    kept('season', 75, 9),
    kept('season', 75, 8),
    kept('season', 74, 7),
    kept('event', 75, 6),
    kept('event', 75, 5),
    kept('event', 74, 4),
  ])
  expect(groups.map(({ of, snapshots }) => [of, snapshots.map(({ id }) => id)])).toEqual([
    ['Season 75', [9, 8]],
    ['Season 74', [7]],
    ['Autumn Cup', [6, 5]],
    ['Autumn Cup', [4]],
  ])
})

test('the channel of the address is as long as the contract takes', () => {
  expect(channelFromSearch(new URLSearchParams())).toBe('')
  expect(channelFromSearch(new URLSearchParams({ channel: ` ${'x'.repeat(300)}` }))).toBe(
    'x'.repeat(200),
  )
})
