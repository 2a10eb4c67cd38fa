import type { SortColumn, SortOrder } from '@rollcall/contract/leaderboards'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { BoardRow } from './board-row.ts'
import { type PageQuestion, SeasonBoard } from './season-board.ts'

const COLUMNS = {
  'Total Points': 'points',
  'Total Races': 'totalGames',
  PPR: 'pointsPerGame',
  'Race HS': 'raceHighScore',
  'BR HS': 'royaleHighScore',
} as const satisfies Record<SortColumn, keyof BoardRow>
const SORT_COLUMNS = Object.keys(COLUMNS) as SortColumn[]

function boardOf(rows: readonly BoardRow[]): SeasonBoard {
  const board = new SeasonBoard()
  board.fill(rows)
  for (const _ of board.finish()) {
    // Nobody waits here, so the pauses are for nothing.
  }
  return board
}

function rowOf(channelId: number, login: string, points = 0): BoardRow {
  return {
    channelId,
    login,
    name: login.toUpperCase(),
    profileImageUrl: null,
    points,
    totalGames: 1,
    pointsPerGame: points,
    raceHighScore: null,
    royaleHighScore: null,
  }
}

const ask = (question: Partial<PageQuestion> = {}): PageQuestion => ({
  filter: '',
  sortBy: 'Total Points',
  sortOrder: 'DESC',
  page: 1,
  limit: 10,
  ...question,
})

/** The rule as the design words it, with nothing clever about it. */
function pageOfModel(rows: readonly BoardRow[], question: PageQuestion) {
  const { filter, sortBy, sortOrder, page, limit } = question
  const value = (row: BoardRow) => row[COLUMNS[sortBy]] ?? Number.NEGATIVE_INFINITY
  const all = rows
    .map((row) => ({
      row,
      rank: 1 + rows.filter((other) => value(other) > value(row)).length,
    }))
    .toSorted(
      (a, b) =>
        a.rank - b.rank ||
        Buffer.compare(Buffer.from(a.row.login), Buffer.from(b.row.login)) ||
        a.row.channelId - b.row.channelId,
    )
    .filter(({ row }) => row.login.includes(filter))
  const listed = sortOrder === 'DESC' ? all : all.toReversed()
  return {
    total: all.length,
    rows: listed.slice((page - 1) * limit, page * limit).map(({ row, rank }) => ({
      channelId: row.channelId,
      rank,
      username: row.name,
      profileImageUrl: row.profileImageUrl,
      totalPoints: row.points,
      totalRaces: row.totalGames,
      pointsPerRace: row.pointsPerGame,
      raceHighScore: row.raceHighScore,
      battleRoyaleHighScore: row.royaleHighScore,
    })),
  }
}

// Few letters, one, two, three and four bytes long, so that logins tie, contain and exceed each other.
const login = fc.string({ unit: fc.constantFrom('a', 'b', '_', 'é', 'ア', '😀', '\ue000') })
// Few values, so that many share a rank.
const value = fc.integer({ min: 0, max: 4 })
const score = fc.option(value)
const boardRow: fc.Arbitrary<BoardRow> = fc.record({
  channelId: fc.integer({ min: 1, max: 200 }),
  login,
  name: login,
  profileImageUrl: fc.constantFrom(null, '/a.png', '/b.png'),
  points: value,
  totalGames: value,
  pointsPerGame: fc.constantFrom(0, 0.01, 42.86),
  raceHighScore: score,
  royaleHighScore: score,
})
const change = fc.oneof(
  { weight: 3, arbitrary: boardRow },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 200 }) },
)
const question: fc.Arbitrary<PageQuestion> = fc.record({
  filter: fc.oneof(fc.constant(''), login),
  sortBy: fc.constantFrom(...SORT_COLUMNS),
  sortOrder: fc.constantFrom<SortOrder>('ASC', 'DESC'),
  page: fc.integer({ min: 1, max: 8 }),
  limit: fc.integer({ min: 1, max: 60 }),
})

describe('a board that follows changes', () => {
  it('answers every question as a plain sort of the rows does', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(boardRow, {
          selector: (row) => row.channelId,
          maxLength: 150,
          size: 'max',
        }),
        fc.array(change, { maxLength: 40 }),
        fc.array(question, { minLength: 1, maxLength: 12 }),
        (rows, changes, questions) => {
          const board = boardOf(rows)
          const model = new Map(rows.map((row) => [row.channelId, row]))
          for (const one of changes) {
            if (typeof one === 'number') {
              board.remove(one)
              model.delete(one)
            } else {
              board.replace(one)
              model.set(one.channelId, one)
            }
          }
          expect(board.size).toBe(model.size)
          for (const each of questions) {
            expect(board.page(each)).toEqual(pageOfModel([...model.values()], each))
          }
        },
      ),
      { numRuns: 300 },
    )
  })

  it('finds many of many, from both ends and in the middle', () => {
    const rows = Array.from({ length: 600 }, (_, id) =>
      rowOf(id + 1, `channel_${(id * 7_919) % 600}`, id % 100),
    )
    const board = boardOf(rows)
    for (const filter of ['_', 'cha', 'channel_1', '99', 'channel_17', 'none']) {
      for (const sortOrder of ['ASC', 'DESC'] as const) {
        const all = pageOfModel(rows, ask({ filter, sortOrder, limit: 600 }))
        for (const page of [1, 2, 6, 11, 12, 30, 59, 60, 61]) {
          expect(board.page(ask({ filter, sortOrder, page }))).toEqual({
            total: all.total,
            rows: all.rows.slice((page - 1) * 10, page * 10),
          })
        }
      }
    }
  })
})

describe('what a row holds', () => {
  it('lists a channel that had gone again under its new name', () => {
    const board = boardOf([rowOf(1, 'one', 5), rowOf(2, 'two', 3)])
    board.remove(1)
    board.replace(rowOf(1, 'uno', 4))
    const found = (filter: string) => board.page(ask({ filter })).rows.map((row) => row.username)
    expect(found('one')).toEqual([])
    expect(found('uno')).toEqual(['UNO'])
    expect(found('')).toEqual(['UNO', 'TWO'])
  })

  it('keeps every text whole where one of them is rewritten over and over', () => {
    const rows = Array.from({ length: 50 }, (_, id) => rowOf(id + 1, `login${id}`, 50 - id))
    const board = boardOf(rows)
    for (let time = 0; time < 2_000; time += 1) {
      board.replace({ ...rowOf(25, `renamed_${time}`, 26), profileImageUrl: `/${time}.png` })
    }
    const { rows: listed } = board.page(ask({ limit: 60 }))
    expect(listed.map((row) => row.username)).toEqual(
      rows.map((row) => (row.channelId === 25 ? 'RENAMED_1999' : row.name)),
    )
    expect(listed[24]?.profileImageUrl).toBe('/1999.png')
    expect(board.sizeBytes).toBeLessThan(64 * 1024)
  })

  it('ranks a season that nobody has played', () => {
    expect(boardOf([]).page(ask())).toEqual({ rows: [], total: 0 })
  })
})

describe('the pauses of sorting', () => {
  it('come often enough for requests to be answered in between', () => {
    const board = new SeasonBoard()
    board.fill(Array.from({ length: 20_000 }, (_, id) => rowOf(id + 1, `channel_${id}`, id % 977)))
    expect([...board.finish()].length).toBeGreaterThan(50)
  })
})
