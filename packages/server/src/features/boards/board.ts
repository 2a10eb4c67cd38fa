import type { Ranked } from '@rollcall/scoring/ranking'

/** What makes a board of rows. */
export interface BoardRules<Row, Column extends string> {
  /** A number that no other row has, and that the row keeps whatever its values. */
  idOf: (row: Row) => number
  /** The higher the better; null is not known, and ranks below every known value. */
  valueOf: (row: Row, column: Column) => number | null
  /** In which order rows of one value are listed: below 0 where `a` comes first, 0 only for the same row. */
  compareTied: (a: Row, b: Row) => number
}

/** The same rows for each column, from its highest value to its lowest, ties by `compareTied`. */
export type Orders<Row, Column extends string> = Record<Column, Row[]>

export interface PageQuestion<Row, Column extends string> {
  column: Column
  /** From the lowest value up; ranks stay. */
  isAscending: boolean
  /** Rows that are listed; the others count for ranks all the same. Absent: all. */
  matches?: (row: Row) => boolean
  /** From 1. */
  page: number
  limit: number
}

/**
 * A board in memory. In each of its columns rows of equal value share a rank, 1, 2, 2, 4, and every question
 * is answered by binary search, so that a page costs the same however long the board is; a filter looks at
 * every row.
 */
export class Board<Row extends object, Column extends string> {
  readonly #orders: Orders<Row, Column>
  readonly #rules: BoardRules<Row, Column>
  readonly #columns: readonly Column[]
  readonly #rows = new Map<number, Row>()

  /** @param orders what the board takes as its own */
  constructor(orders: Orders<Row, Column>, rules: BoardRules<Row, Column>) {
    this.#orders = orders
    this.#rules = rules
    this.#columns = Object.keys(orders) as Column[]
    for (const row of this.#columns[0] === undefined ? [] : orders[this.#columns[0]]) {
      this.#rows.set(rules.idOf(row), row)
    }
  }

  get size(): number {
    return this.#rows.size
  }

  /** All rows, the best in the column first. */
  list(column: Column): readonly Row[] {
    return this.#orders[column]
  }

  /** Adds the row, or moves it to where its new values belong. */
  replace(row: Row): void {
    this.remove(this.#rules.idOf(row))
    this.#rows.set(this.#rules.idOf(row), row)
    for (const column of this.#columns) {
      this.#orders[column].splice(this.#placeOf(row, column), 0, row)
    }
  }

  remove(id: number): void {
    const row = this.#rows.get(id)
    if (row === undefined) {
      return
    }
    this.#rows.delete(id)
    for (const column of this.#columns) {
      this.#orders[column].splice(this.#placeOf(row, column), 1)
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

  /** A row, and how many are listed before it, the best first; null where it is not on the board. */
  find(id: number, column: Column): { row: Ranked<Row>; before: number } | null {
    const row = this.#rows.get(id)
    return row === undefined
      ? null
      : { row: this.ranked(row, column), before: this.#placeOf(row, column) }
  }

  /** A row of the board with its rank in the column. */
  ranked(row: Row, column: Column): Ranked<Row> {
    return { ...row, rank: 1 + this.#firstPlaceOf(row, column) }
  }

  /** The first rows of the next better and of the next lower value; null where there are none. */
  neighbours(row: Row, column: Column): { above: Ranked<Row> | null; below: Ranked<Row> | null } {
    const order = this.#orders[column]
    const first = this.#firstPlaceOf(row, column)
    const better = order[first - 1]
    const above = better && order[this.#firstPlaceOf(better, column)]
    const below = order[firstPlace(order, (other) => this.#compare(other, row, column) > 0)]
    return {
      above: above === undefined ? null : this.ranked(above, column),
      below: below === undefined ? null : this.ranked(below, column),
    }
  }

  /** Of all rows that have the row's value, the first one's place. */
  #firstPlaceOf(row: Row, column: Column): number {
    return firstPlace(this.#orders[column], (other) => this.#compare(other, row, column) >= 0)
  }

  #placeOf(row: Row, column: Column): number {
    return firstPlace(this.#orders[column], (other) => {
      const compared = this.#compare(other, row, column)
      return compared > 0 || (compared === 0 && this.#rules.compareTied(other, row) >= 0)
    })
  }

  /** Below 0 where `a` has the higher value. */
  #compare(a: Row, b: Row, column: Column): number {
    const value = this.#rules.valueOf(a, column) ?? Number.NEGATIVE_INFINITY
    const other = this.#rules.valueOf(b, column) ?? Number.NEGATIVE_INFINITY
    // Two unknown ones are equal; their difference would be no number.
    return value === other ? 0 : other - value
  }
}

/** The first place whose row passes, where all after it pass too; the length where none does. */
function firstPlace<Row>(order: readonly Row[], passes: (row: Row) => boolean): number {
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
