import { expect, it } from 'vitest'
import { addMeetings, sumOf } from './add-meetings.ts'
import type { Meetings } from './queries.ts'

const met = (
  mode: Meetings['mode'],
  season: number,
  counts: Pick<Meetings, 'games' | 'ahead' | 'behind'>,
): Meetings => ({
  ...{ mode, season, ...counts },
  channel: { platform: 'twitch', login: 'bea', name: 'Bea', profileImageUrl: null },
})

const meetings = [
  met('race', 75, { games: 5, ahead: 3, behind: 2 }),
  met('royale', 75, { games: 2, ahead: 0, behind: 1 }),
  met('race', 74, { games: 1, ahead: 1, behind: 0 }),
]

it('adds up the meetings of each group, and of all', () => {
  expect(addMeetings(meetings, ({ mode }) => mode)).toEqual([
    { key: 'race', first: meetings[0], games: 6, ahead: 4, behind: 2 },
    { key: 'royale', first: meetings[1], games: 2, ahead: 0, behind: 1 },
  ])
  expect(sumOf(meetings)).toEqual({ games: 8, ahead: 4, behind: 3 })
  expect(sumOf([])).toEqual({ games: 0, ahead: 0, behind: 0 })
})
