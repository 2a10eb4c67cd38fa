import {
  type LeaderboardRow,
  SORT_FIELDS,
  type SortColumn,
  type SortOrder,
} from '@rollcall/contract/leaderboards'
import { compareCodePoints } from '@rollcall/scoring/ranking'
import { differingName } from '../auth/users.ts'

export interface BoardRow extends Omit<LeaderboardRow, 'rank' | 'display_name'> {
  /** null: the username is shown. */
  displayName: string | null
  /** Lower-cased; filters search it, ties are listed by it. */
  login: string
}

export interface PageQuestion {
  filter: string
  sortBy: SortColumn
  sortOrder: SortOrder
  page: number
  limit: number
}

interface BoardPage {
  rows: LeaderboardRow[]
  total: number
}

/** The channels of a season from the highest value of a column to the lowest, equal ones by login. */
export type Orders = Record<SortColumn, BoardRow[]>

export const SORT_COLUMNS = Object.keys(SORT_FIELDS) as SortColumn[]

export class SeasonBoard {
  readonly #orders: Orders
  readonly #rows: Map<number, BoardRow>

  /** @param orders the same rows in each, which the board takes as its own */
  constructor(orders: Orders) {
    this.#orders = orders
    this.#rows = new Map(orders['Total Points'].map((row) => [row.channelId, row]))
  }

  get size(): number {
    return this.#rows.size
  }

  replace(row: BoardRow): void {
    this.remove(row.channelId)
    this.#rows.set(row.channelId, row)
    for (const column of SORT_COLUMNS) {
      const order = this.#orders[column]
      order.splice(placeOf(row, order, column), 0, row)
    }
  }

  remove(channelId: number): void {
    const row = this.#rows.get(channelId)
    if (row === undefined) {
      return
    }
    this.#rows.delete(channelId)
    for (const column of SORT_COLUMNS) {
      const order = this.#orders[column]
      order.splice(placeOf(row, order, column), 1)
    }
  }

  page({ filter, sortBy, sortOrder, page, limit }: PageQuestion): BoardPage {
    const order = this.#orders[sortBy]
    const listed =
      filter === ''
        ? order
        : order.filter(
            ({ login, displayName }) =>
              login.includes(filter) || displayName?.toLowerCase().includes(filter),
          )
    const total = listed.length
    const begin = Math.min((page - 1) * limit, total)
    const end = Math.min(begin + limit, total)
    const rows =
      sortOrder === 'DESC'
        ? listed.slice(begin, end)
        : listed.slice(total - end, total - begin).toReversed()
    return { rows: rows.map((row) => this.#ranked(row, sortBy)), total }
  }

  /** A channel's row, and how many are listed before it; null where it is not on the board. */
  find(
    channelId: number,
    { sortBy, sortOrder }: Pick<PageQuestion, 'sortBy' | 'sortOrder'>,
  ): { row: LeaderboardRow; before: number } | null {
    const row = this.#rows.get(channelId)
    if (row === undefined) {
      return null
    }
    const place = placeOf(row, this.#orders[sortBy], sortBy)
    return {
      row: this.#ranked(row, sortBy),
      before: sortOrder === 'DESC' ? place : this.size - 1 - place,
    }
  }

  #ranked({ login: _, displayName, ...row }: BoardRow, sortBy: SortColumn): LeaderboardRow {
    const better = firstPlace(
      this.#orders[sortBy],
      (other) => value(other, sortBy) <= value(row, sortBy),
    )
    return { ...row, ...differingName(displayName, row.username), rank: 1 + better }
  }
}

/** An unknown score ranks below every known one. */
function value(row: Omit<BoardRow, 'login' | 'displayName'>, column: SortColumn): number {
  return row[SORT_FIELDS[column]] ?? Number.NEGATIVE_INFINITY
}

function placeOf(row: BoardRow, order: readonly BoardRow[], column: SortColumn): number {
  const own = value(row, column)
  return firstPlace(order, (other) => {
    const others = value(other, column)
    return others < own || (others === own && compareTied(other, row) >= 0)
  })
}

function compareTied(a: BoardRow, b: BoardRow): number {
  return compareCodePoints(a.login, b.login) || a.channelId - b.channelId
}

/** The first place whose row passes, where all after it pass too; the length where none does. */
function firstPlace(order: readonly BoardRow[], passes: (row: BoardRow) => boolean): number {
  let low = 0
  let high = order.length
  while (low < high) {
    const middle = (low + high) >>> 1
    const row = order[middle]
    if (row === undefined || passes(row)) {
      high = middle
    } else {
      low = middle + 1
    }
  }
  return low
}
