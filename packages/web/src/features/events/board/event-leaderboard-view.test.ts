import type { EventBoard } from '@rollcall/contract/events-boards'
import { rankRows } from '@rollcall/scoring/ranking'
import { expect, test } from 'vitest'
import {
  boardFromList,
  boardFromPages,
  boardToShow,
  describeSource,
  type EventLeaderboardView,
  eventViewFromSearch,
  isExplained,
  type RankedRacer,
  searchFromEventView,
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
])('the address ?%s and the view convert into each other', (address, view) => {
  expect(eventViewFromSearch(new URLSearchParams(address))).toEqual(view)
  expect(searchFromEventView(view).toString()).toBe(address)
})

test.each(['streamer=-1', 'streamer=otis&details=maybe', 'streamer=99999999999', 'streamer='])(
  'a meaningless address means the default: %s',
  (address) => {
    expect(eventViewFromSearch(new URLSearchParams(address))).toEqual({
      streamer: null,
      isDetailed: false,
    })
  },
)

test("shows the board in the address, else the person's own, else all streamers", () => {
  expect(boardToShow(boards, { streamer: 2, currentUserId: 1 })).toBe(snapshot)
  expect(boardToShow(boards, { streamer: null, currentUserId: 1 })).toBe(games)
  expect(boardToShow(boards, { streamer: 77, currentUserId: 1 })).toBe(games)
  expect(boardToShow(boards, { streamer: null, currentUserId: 77 })).toBeNull()
  expect(boardToShow(boards, { streamer: null, currentUserId: null })).toBeNull()
  expect(boardToShow(boards, { streamer: 'all', currentUserId: 1 })).toBeNull()
})

test("all streamers' boards are merged by name, exact to hundredths, and ranked", () => {
  const { rows, total, userId } = boardFromList(boards, { streamer: 'all', currentUserId: 1 })
  expect([total, userId]).toEqual([3, null])
  expect(
    rows.map(({ rank, racer_name, event_points }) => [rank, racer_name, event_points]),
  ).toEqual([
    [1, 'gran', 3],
    [1, 'jp', 3],
    [3, 'otis', 0.3],
  ])
  expect(rows.at(-1)).toMatchObject({ br_points: 10, race_points: null, race_races: 4 })
  const one = boardFromList(boards, { streamer: 2, currentUserId: 1 })
  expect(one.rows.map(({ racer_name }) => racer_name)).toEqual(['jp', 'otis'])
})

test('pages make one board, in which a racer who has moved appears once', () => {
  const rows: RankedRacer[] = rankRows(games.leaderboard)
  const heads = { userId: 1, streamers: boards, rowCount: 3, hasDecimals: true, totalPages: 2 }
  const shown = boardFromPages([
    { ...heads, page: 1, rows },
    { ...heads, page: 2, rows: rows.slice(1) },
  ])
  expect(shown.rows.map(({ racer_name }) => racer_name)).toEqual(['gran', 'otis'])
  expect([shown.total, shown.userId, shown.formatPoints(2)]).toEqual([3, 1, '2.00'])
})

test('says who counted the points', () => {
  expect(describeSource({ streamers: boards, userId: 1 })).toBe(
    "Points scored here from the event's games",
  )
  expect(describeSource({ streamers: boards, userId: 2 })).toBe(
    'Points as uploaded by the companion',
  )
  expect(describeSource({ streamers: [snapshot], userId: null })).toBe(
    'Points as uploaded by the companion',
  )
  expect(describeSource({ streamers: boards, userId: null })).toBe(
    "Points as uploaded by the companion for streamer_2, and otherwise scored here from the event's games",
  )
})

test('rows can be explained if their points come from games', () => {
  expect(isExplained({ streamers: boards, userId: 1 })).toBe(true)
  expect(isExplained({ streamers: boards, userId: 2 })).toBe(false)
  expect(isExplained({ streamers: boards, userId: null })).toBe(true)
})

test('a page loaded in the middle of a reveal moves no row of earlier pages', () => {
  const makePage = (
    page: number,
    rows: readonly [number, string][],
    userId: number | null = null,
  ) => ({
    ...{ userId, streamers: [], rowCount: 200, hasDecimals: false, page, totalPages: 2 },
    rows: rows.map(([rank, racer_name]) => ({
      ...{ ...games.leaderboard[0], id: String(rank), rank, racer_name },
      event_points: 1000 - rank,
    })) as RankedRacer[],
  })
  const first = makePage(1, [
    [1, 'winner'],
    [2, 'second'],
  ])
  // Others have overtaken the second, who is now on the next page.
  const later = makePage(2, [
    [101, 'second'],
    [102, 'other'],
  ])
  const fromAnotherBoard = makePage(2, [[103, 'stranger']], 7)
  const { rows } = boardFromPages([first, later, fromAnotherBoard])
  expect(rows.map(({ rank, racer_name }) => [rank, racer_name])).toEqual([
    [1, 'winner'],
    [2, 'second'],
    [102, 'other'],
  ])
})
