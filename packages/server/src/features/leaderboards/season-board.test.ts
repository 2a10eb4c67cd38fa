import { SORT_FIELDS, type SortColumn, type SortOrder } from '@rollcall/contract/leaderboards'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type BoardRow,
  type Orders,
  type PageQuestion,
  SeasonBoard,
  SORT_COLUMNS,
} from './season-board.ts'

function valueIn(row: BoardRow, column: SortColumn): number {
  return row[SORT_FIELDS[column]] ?? Number.NEGATIVE_INFINITY
}

/** Highest first, ties by login and then by channel: the order that the database gives. */
function sorted(rows: readonly BoardRow[], column: SortColumn): BoardRow[] {
  return rows.toSorted(
    (a, b) =>
      Number(valueIn(b, column) > valueIn(a, column)) -
        Number(valueIn(b, column) < valueIn(a, column)) ||
      Buffer.compare(Buffer.from(a.login), Buffer.from(b.login)) ||
      a.channelId - b.channelId,
  )
}

function boardOf(rows: readonly BoardRow[]): SeasonBoard {
  const orders = SORT_COLUMNS.map((column) => [column, sorted(rows, column)])
  return new SeasonBoard(Object.fromEntries(orders) as Orders)
}

/** docs/scoring.md, Season boards, in the plainest code. */
function pageOfModel(rows: readonly BoardRow[], question: PageQuestion) {
  const { filter, sortBy, sortOrder, page, limit } = question
  const all = sorted(rows, sortBy).filter(
    ({ login, displayName }) => login.includes(filter) || displayName?.includes(filter),
  )
  const listed = sortOrder === 'DESC' ? all : all.toReversed()
  return {
    total: all.length,
    rows: listed.slice((page - 1) * limit, page * limit).map((row) => {
      const { login: _, displayName, ...shown } = row
      const ahead = rows.filter((other) => valueIn(other, sortBy) > valueIn(row, sortBy))
      const hasOther = displayName !== null && displayName !== row.username
      return { ...shown, ...(hasOther && { display_name: displayName }), rank: 1 + ahead.length }
    }),
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
  username: login,
  displayName: fc.option(login),
  profileImageUrl: fc.constantFrom(null, '/a.png', '/b.png'),
  totalPoints: value,
  totalRaces: value,
  pointsPerRace: fc.constantFrom(0, 0.01, 42.86),
  raceHighScore: score,
  battleRoyaleHighScore: score,
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
            const { sortBy, sortOrder } = each
            const [last] = board.page({ ...each, filter: '', page: board.size || 1, limit: 1 }).rows
            const found = last && board.find(last.channelId, { sortBy, sortOrder })
            expect(found).toEqual(last && { row: last, before: board.size - 1 })
          }
        },
      ),
      { numRuns: 300 },
    )
  })
})
