import type { SortColumn } from '@rollcall/contract/leaderboards'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Board, type Orders, type PageQuestion } from './board.ts'
import { SORT_COLUMNS, STREAMER_RULES, type StreamerRow } from './season.ts'

function valueIn(row: StreamerRow, column: SortColumn): number {
  return STREAMER_RULES.getValue(row, column) ?? Number.NEGATIVE_INFINITY
}

/** Highest first, ties by login and then by channel, in the order of the database. */
function sorted(rows: readonly StreamerRow[], column: SortColumn): StreamerRow[] {
  return rows.toSorted(
    (a, b) =>
      Number(valueIn(b, column) > valueIn(a, column)) -
        Number(valueIn(b, column) < valueIn(a, column)) ||
      Buffer.compare(Buffer.from(a.login), Buffer.from(b.login)) ||
      a.channelId - b.channelId,
  )
}

function boardOf(rows: readonly StreamerRow[]): Board<StreamerRow, SortColumn> {
  const orders = SORT_COLUMNS.map((column) => [column, sorted(rows, column)])
  return new Board(Object.fromEntries(orders) as Orders<StreamerRow, SortColumn>, STREAMER_RULES)
}

/** The rules of docs/scoring.md, "Season boards", in the plainest code. */
class Model {
  readonly #rows: readonly StreamerRow[]

  constructor(rows: readonly StreamerRow[]) {
    this.#rows = rows
  }

  page({ column, isAscending, matches, page, limit }: PageQuestion<StreamerRow, SortColumn>) {
    const all = sorted(this.#rows, column).filter(matches ?? (() => true))
    const listed = isAscending ? all.toReversed() : all
    return {
      total: all.length,
      rows: listed.slice((page - 1) * limit, page * limit).map((row) => this.ranked(row, column)),
    }
  }

  ranked(row: StreamerRow, column: SortColumn) {
    const ahead = this.#rows.filter((other) => valueIn(other, column) > valueIn(row, column))
    return { ...row, rank: 1 + ahead.length }
  }

  neighbours(row: StreamerRow, column: SortColumn) {
    const order = sorted(this.#rows, column)
    const own = valueIn(row, column)
    const better = Math.min(...order.map((other) => valueIn(other, column)).filter((v) => v > own))
    const above = order.find((other) => valueIn(other, column) === better)
    const below = order.find((other) => valueIn(other, column) < own)
    return {
      above: above === undefined ? null : this.ranked(above, column),
      below: below === undefined ? null : this.ranked(below, column),
    }
  }
}

// A few letters that take one, two, three and four bytes, so that logins tie, contain and exceed each other.
const login = fc.string({ unit: fc.constantFrom('a', 'b', '_', 'é', 'ア', '😀', '\ue000') })
// Few different values, so that many rows share a rank.
const value = fc.integer({ min: 0, max: 4 })
const score = fc.option(value)
const streamerRow: fc.Arbitrary<StreamerRow> = fc.record({
  channelId: fc.integer({ min: 1, max: 200 }),
  login,
  platform: fc.constant('twitch'),
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
  { weight: 3, arbitrary: streamerRow },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 200 }) },
)
const question: fc.Arbitrary<PageQuestion<StreamerRow, SortColumn>> = fc
  .record({
    filter: fc.option(login, { nil: undefined }),
    column: fc.constantFrom(...SORT_COLUMNS),
    isAscending: fc.boolean(),
    page: fc.integer({ min: 1, max: 8 }),
    limit: fc.integer({ min: 1, max: 60 }),
  })
  .map(({ filter, ...asked }) => ({
    ...asked,
    ...(filter !== undefined && { matches: (row: StreamerRow) => row.login.includes(filter) }),
  }))

describe('a board that follows changes', () => {
  it('answers every question like a plain sort of the rows', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(streamerRow, {
          selector: (row) => row.channelId,
          maxLength: 150,
          size: 'max',
        }),
        fc.array(change, { maxLength: 40 }),
        fc.array(question, { minLength: 1, maxLength: 12 }),
        (rows, changes, questions) => {
          const board = boardOf(rows)
          const changed = new Map(rows.map((row) => [row.channelId, row]))
          for (const one of changes) {
            if (typeof one === 'number') {
              board.remove(one)
              changed.delete(one)
            } else {
              board.replace(one)
              changed.set(one.channelId, one)
            }
          }
          const model = new Model([...changed.values()])
          expect(board.size).toBe(changed.size)
          for (const each of questions) {
            expect(board.page(each)).toEqual(model.page(each))
            const { column } = each
            const order = board.list(column)
            const before = order.length >>> 1
            const row = order[before]
            if (row !== undefined) {
              const found = { row: model.ranked(row, column), before }
              expect(board.find(row.channelId, column)).toEqual(found)
              expect(board.neighbours(row, column)).toEqual(model.neighbours(row, column))
            }
          }
        },
      ),
      { numRuns: 300 },
    )
  })
})
