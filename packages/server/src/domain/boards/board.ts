import type { Ranked } from '@rollcall/scoring/ranking'

/** How a board handles its rows. */
export interface BoardRules<Row, Column extends string> {
  /** A number that identifies the row, regardless of its values. */
  getId: (row: Row) => number
  /** The higher the better; null means unknown, and ranks below every known value. */
  getValue: (row: Row, column: Column) => number | null
  /** The order of rows with equal values: below 0 if `a` comes first, 0 only for the same row. */
  compareTied: (a: Row, b: Row) => number
}

/** The same rows for each column, from the highest value to the lowest, ties by `compareTied`. */
export type Orders<Row, Column extends string> = Record<Column, Row[]>

export interface PageQuestion<Row, Column extends string> {
  column: Column
  /** Whether to list the lowest value first; ranks stay the same. */
  isAscending: boolean
  /** Which rows to list; without it, all. The other rows still count for ranks. */
  matches?: (row: Row) => boolean
  /** From 1. */
  page: number
  limit: number
}

/**
 * A board in memory. In each column, rows with equal values share a rank: 1, 2, 2, 4. It answers questions by binary
 * search, so a page costs the same no matter how long the board is; only a filter looks at every row.
 */
export class Board<Row extends object, Column extends string> {
  readonly #orders: Orders<Row, Column>
  readonly #rules: BoardRules<Row, Column>
  readonly #columns: readonly Column[]
  readonly #rows = new Map<number, Row>()

  /** @param orders belong to the board from now on: it changes them */
  constructor(orders: Orders<Row, Column>, rules: BoardRules<Row, Column>) {
    this.#orders = orders
    this.#rules = rules
    this.#columns = Object.keys(orders) as Column[]
    for (const row of this.#columns[0] === undefined ? [] : orders[this.#columns[0]]) {
      this.#rows.set(rules.getId(row), row)
    }
  }

  get size(): number {
    return this.#rows.size
  }

  /** All rows, the best in the column first. */
  list(column: Column): readonly Row[] {
    return this.#orders[column]
  }

  /** Adds the row, or moves it to its new place. */
  replace(row: Row): void {
    this.remove(this.#rules.getId(row))
    this.#rows.set(this.#rules.getId(row), row)
    for (const column of this.#columns) {
      this.#orders[column].splice(this.#findIndex(row, column), 0, row)
    }
  }

  remove(id: number): void {
    const row = this.#rows.get(id)
    if (row === undefined) {
      return
    }
    this.#rows.delete(id)
    for (const column of this.#columns) {
      this.#orders[column].splice(this.#findIndex(row, column), 1)
    }
  }

  /** The rows of a page, and how many there are on all pages. */
  page({ column, isAscending, matches, page, limit }: PageQuestion<Row, Column>): {
    rows: Ranked<Row>[]
    total: number
  } {
    const order = this.#orders[column]
    const listed = matches === undefined ? order : order.filter(matches)
    const total = listed.length
    const begin = Math.min((page - 1) * limit, total)
    const end = Math.min(begin + limit, total)
    const rows = isAscending
      ? listed.slice(total - end, total - begin).toReversed()
      : listed.slice(begin, end)
    return { rows: rows.map((row) => this.ranked(row, column)), total }
  }

  /** A row, and how many better rows are listed before it; null if it is not on the board. */
  find(id: number, column: Column): { row: Ranked<Row>; before: number } | null {
    const row = this.#rows.get(id)
    return row === undefined
      ? null
      : { row: this.ranked(row, column), before: this.#findIndex(row, column) }
  }

  /** The row with its rank in the column. */
  ranked(row: Row, column: Column): Ranked<Row> {
    return { ...row, rank: 1 + this.#findFirstTied(row, column) }
  }

  /** The first row with the next better value, and with the next lower; null if there is none. */
  neighbours(row: Row, column: Column): { above: Ranked<Row> | null; below: Ranked<Row> | null } {
    const order = this.#orders[column]
    const first = this.#findFirstTied(row, column)
    const better = order[first - 1]
    const above = better && order[this.#findFirstTied(better, column)]
    const below = order[findFirst(order, (other) => this.#compare(other, row, column) > 0)]
    return {
      above: above === undefined ? null : this.ranked(above, column),
      below: below === undefined ? null : this.ranked(below, column),
    }
  }

  /** The index of the first row with this row's value. */
  #findFirstTied(row: Row, column: Column): number {
    return findFirst(this.#orders[column], (other) => this.#compare(other, row, column) >= 0)
  }

  #findIndex(row: Row, column: Column): number {
    return findFirst(this.#orders[column], (other) => {
      const compared = this.#compare(other, row, column)
      return compared > 0 || (compared === 0 && this.#rules.compareTied(other, row) >= 0)
    })
  }

  /** Below 0 if `a` has the higher value. */
  #compare(a: Row, b: Row, column: Column): number {
    const value = this.#rules.getValue(a, column) ?? Number.NEGATIVE_INFINITY
    const other = this.#rules.getValue(b, column) ?? Number.NEGATIVE_INFINITY
    // Two unknown values are equal, but their difference would be NaN.
    return value === other ? 0 : other - value
  }
}

/** The index of the first row that passes, if all rows after it pass too; the length if none passes. */
function findFirst<Row>(order: readonly Row[], passes: (row: Row) => boolean): number {
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
