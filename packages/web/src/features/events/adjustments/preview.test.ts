import { expect, it } from 'vitest'
import type { RankedRacer } from '../board/event-leaderboard-view.ts'
import { previewOf } from './preview.ts'

const rowOf = (racer_name: string, rank: number, event_points: number): RankedRacer => ({
  ...{ racer_name, rank, event_points, race_points: null, race_wins: 0, race_races: 0 },
  ...{ race_hs: null, br_points: null, br_wins: 0, br_races: 0, br_hs: null, kills: null },
  ...{ eliminations: null, crown_wins: 0 },
})
const ada = rowOf('ada', 1, 120)
const rows = [ada, rowOf('bea', 2, 115), rowOf('cai', 2, 115), rowOf('dee', 4, 100)]

it.each([
  ['penalty', 5, { points: 115, rank: 1 }],
  ['penalty', 5.5, { points: 114.5, rank: 3 }],
  ['penalty', 30, { points: 90, rank: 4 }],
  ['bonus', 1, { points: 121, rank: 1 }],
  ['disqualified', null, 'disqualified'],
  ['bonus', null, null],
] as const)('a %s of %s makes %o of the first', (kind, points, expected) => {
  expect(previewOf(ada, { kind, points, rows, total: 4 })).toEqual(expected)
})

it('says no rank that depends on rows that have not been loaded', () => {
  const asked = { kind: 'penalty', rows, total: 500 } as const
  expect(previewOf(ada, { ...asked, points: 10 })).toEqual({ points: 110, rank: 3 })
  expect(previewOf(ada, { ...asked, points: 30 })).toEqual({ points: 90, rank: null })
})
