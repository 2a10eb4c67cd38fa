import type { ListedSnapshot } from '@rollcall/contract/uploads-snapshots'
import { expect, test } from 'vitest'
import { groupSnapshots } from './queries.ts'

function stored(kind: ListedSnapshot['kind'], number: number, id: number): ListedSnapshot {
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

test('snapshots are grouped by season or event, even if two events share a name', () => {
  const groups = groupSnapshots([
    stored('season', 75, 9),
    stored('season', 75, 8),
    stored('season', 74, 7),
    stored('event', 75, 6),
    stored('event', 75, 5),
    stored('event', 74, 4),
  ])
  expect(groups.map(({ of, snapshots }) => [of, snapshots.map(({ id }) => id)])).toEqual([
    ['Season 75', [9, 8]],
    ['Season 74', [7]],
    ['Autumn Cup', [6, 5]],
    ['Autumn Cup', [4]],
  ])
})
