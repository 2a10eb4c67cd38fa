import type { EventBoard } from '@rollcall/contract/events'
import { expect, test } from 'vitest'
import {
  boardToShow,
  type EventLeaderboardView,
  isExplained,
  rankedRacers,
  searchFromView,
  sourceOf,
  viewFromSearch,
} from './event-leaderboard-view.ts'

function board(userId: number, points: Record<string, number>, source: EventBoard['source']) {
  const leaderboard = Object.entries(points).map(([racer_name, event_points]) => ({
    id: `${userId} ${racer_name}`,
    racer_name,
    event_points,
    race_points: null,
    race_wins: 1,
    race_races: 2,
    race_hs: null,
    br_points: 5,
    br_wins: 0,
    br_races: 0,
    br_hs: null,
    kills: null,
    eliminations: null,
    crown_wins: 0,
  }))
  return { userId, username: `streamer_${userId}`, source, leaderboard } satisfies EventBoard
}

const games = board(1, { otis: 0.1, gran: 3 }, 'games')
const snapshot = board(2, { otis: 0.2, jp: 3 }, 'snapshot')
const boards = [games, snapshot]

test.each<[string, EventLeaderboardView]>([
  ['', { streamer: null, isDetailed: false }],
  ['streamer=all', { streamer: 'all', isDetailed: false }],
  ['streamer=12&details=on', { streamer: 12, isDetailed: true }],
])('the address ?%s is the view, both ways', (address, view) => {
  expect(viewFromSearch(new URLSearchParams(address))).toEqual(view)
  expect(searchFromView(view).toString()).toBe(address)
})

test.each(['streamer=-1', 'streamer=otis&details=maybe', 'streamer=99999999999', 'streamer='])(
  'what makes no sense counts as the default: %s',
  (address) => {
    expect(viewFromSearch(new URLSearchParams(address))).toEqual({
      streamer: null,
      isDetailed: false,
    })
  },
)

test('the board shown is that in the address, else the own one, else all', () => {
  expect(boardToShow(boards, { streamer: 2, currentUserId: 1 })).toBe(snapshot)
  expect(boardToShow(boards, { streamer: null, currentUserId: 1 })).toBe(games)
  expect(boardToShow(boards, { streamer: 77, currentUserId: 1 })).toBe(games)
  expect(boardToShow(boards, { streamer: null, currentUserId: 77 })).toBeNull()
  expect(boardToShow(boards, { streamer: null, currentUserId: null })).toBeNull()
  expect(boardToShow(boards, { streamer: 'all', currentUserId: 1 })).toBeNull()
})

test('all streamers are merged by name, exactly to hundredths, and ranked', () => {
  const rows = rankedRacers(boards, null)
  expect(
    rows.map(({ rank, racer_name, event_points }) => [rank, racer_name, event_points]),
  ).toEqual([
    [1, 'gran', 3],
    [1, 'jp', 3],
    [3, 'otis', 0.3],
  ])
  expect(rows.at(-1)).toMatchObject({ br_points: 10, race_points: null, race_races: 4 })
  expect(rankedRacers(boards, snapshot).map(({ racer_name }) => racer_name)).toEqual(['jp', 'otis'])
})

test('it is said who counted the points', () => {
  expect(sourceOf(boards, games)).toBe('Points scored here from the games of the event')
  expect(sourceOf(boards, snapshot)).toBe('Points as uploaded by the companion')
  expect(sourceOf([snapshot], null)).toBe('Points as uploaded by the companion')
  expect(sourceOf(boards, null)).toBe(
    'Points as uploaded by the companion for streamer_2, else scored here from the games of the event',
  )
})

test('rows are explained where games are behind them', () => {
  expect(isExplained(boards, games)).toBe(true)
  expect(isExplained(boards, snapshot)).toBe(false)
  expect(isExplained(boards, null)).toBe(true)
})
