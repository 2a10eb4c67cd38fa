/**
 * A season's leaderboard in memory: the rows in typed arrays, and for each column that it can be
 * sorted by the rows' order. Pure: no clock, no database.
 */
import type { LeaderboardRow, SortColumn, SortOrder } from '@rollcall/contract/leaderboards'
import { type BoardRow, SORT_COLUMNS, UNKNOWN, valueIn } from './board-row.ts'
import { ChannelSearch } from './channel-search.ts'
import { sortInSlices } from './sort-in-slices.ts'
import { grown, TextColumn } from './text-column.ts'

export interface PageQuestion {
  /** Part of a channel's login, lower-cased; empty: all. */
  filter: string
  sortBy: SortColumn
  sortOrder: SortOrder
  page: number
  limit: number
}

export interface BoardPage {
  rows: LeaderboardRow[]
  /** The rows that pass the filter, also where the page lies beyond them. */
  total: number
}

interface Column {
  values: Float64Array
  /** The rows from the highest value to the lowest, equal ones by login and then by channel. */
  order: Int32Array
}

/** So few matches are looked up one by one; of more, the order is walked along. */
const FEW_MATCHES = 64

export class SeasonBoard {
  /** How many channels are on the board. */
  size = 0
  /** Rows in use, also those of channels that have gone. */
  #rows = 0
  #ids = new Int32Array(0)
  #isListed = new Uint8Array(0)
  /** The first so many rows have ascending ids; those of the rest are in the map. */
  #ascending = 0
  readonly #laterRows = new Map<number, number>()
  readonly #logins = new TextColumn()
  readonly #names = new TextColumn()
  /** Empty: none. */
  readonly #pictures = new TextColumn()
  readonly #search = new ChannelSearch(this.#logins)
  readonly #columns = Object.fromEntries(
    SORT_COLUMNS.map((name) => [
      name,
      { values: new Float64Array(0), order: new Int32Array(0) } satisfies Column,
    ]),
  ) as Record<SortColumn, Column>

  /**
   * Adds channels that it does not have, while it is being filled; by ascending id they take least
   * memory. The board can be asked, and follow changes, once `finish` has come to its end.
   */
  fill(rows: readonly BoardRow[]): void {
    for (const row of rows) {
      this.#write(this.#newRow(row.channelId), row)
    }
  }

  /** Puts what it was filled with in order; pauses at each `yield`. */
  *finish(): Generator<void, void> {
    this.size = this.#rows
    this.#isListed.fill(1, 0, this.#rows)
    const byName = new Int32Array(this.#rows)
    for (let row = 0; row < byName.length; row += 1) {
      byName[row] = row
    }
    yield* sortInSlices(byName, (a, b) => this.#compareTied(a, b))
    for (const { values, order } of Object.values(this.#columns)) {
      const rows = order.subarray(0, this.#rows)
      rows.set(byName)
      // Stable, so that ties stay by name.
      yield* sortInSlices(rows, (a, b) => compareFromHighest(values[a] ?? 0, values[b] ?? 0))
    }
  }

  /** What it takes, in bytes, but for the little that does not grow with it. */
  get sizeBytes(): number {
    const columns = Object.values(this.#columns)
    return [
      ...columns.flatMap(({ values, order }) => [values.byteLength, order.byteLength]),
      ...[this.#logins, this.#names, this.#pictures, this.#search].map((part) => part.sizeBytes),
      this.#ids.byteLength + this.#isListed.byteLength,
    ].reduce((sum, bytes) => sum + bytes, 0)
  }

  /** The channel's row from now on, whether or not it had one. */
  replace(row: BoardRow): void {
    const found = this.#find(row.channelId)
    const isListed = found !== null && this.#isListed[found] === 1
    if (isListed && this.#logins.get(found) === row.login) {
      const changed = SORT_COLUMNS.filter(
        (name) => this.#columns[name].values[found] !== valueIn[name](row),
      )
      this.#takeOut(found, changed)
      this.#writeValues(found, row)
      this.#putIn(found, changed)
      return
    }
    this.remove(row.channelId)
    const at = found ?? this.#newRow(row.channelId)
    this.#write(at, row)
    this.#putIn(at, SORT_COLUMNS)
    this.size += 1
  }

  /** Takes the channel off the board, if it is there. */
  remove(channelId: number): void {
    const row = this.#find(channelId)
    if (row === null || this.#isListed[row] === 0) {
      return
    }
    this.#takeOut(row, SORT_COLUMNS)
    this.#search.remove(row)
    this.#isListed[row] = 0
    this.size -= 1
  }

  /** Ranked over the whole board (1, 2, 2, 4) whatever the filter and the order. */
  page({ filter, sortBy, sortOrder, page, limit }: PageQuestion): BoardPage {
    const column = this.#columns[sortBy]
    const listed = column.order.subarray(0, this.size)
    const matches =
      filter === '' ? null : this.#search.find(filter, this.#isListed.subarray(0, this.#rows))
    const total = matches?.length ?? this.size
    const begin = Math.min((page - 1) * limit, total)
    const end = Math.min(begin + limit, total)
    // Ascending is the same list from its other end.
    const [from, to] = sortOrder === 'DESC' ? [begin, end] : [total - end, total - begin]
    const rows =
      matches === null ? listed.slice(from, to) : this.#inOrder(matches, { column, from, to })
    const answer = Array.from(sortOrder === 'DESC' ? rows : rows.toReversed(), (row) =>
      this.#answerOf(row, column),
    )
    return { rows: answer, total }
  }

  /** Those of the matches that stand at `from` up to `to` among them. */
  #inOrder(
    matches: Int32Array,
    { column, from, to }: { column: Column; from: number; to: number },
  ): Int32Array {
    if (matches.length <= FEW_MATCHES) {
      const places = matches.map((row) => this.#placeOf(row, column, this.size)).sort()
      return places.slice(from, to).map((place) => column.order[place] ?? 0)
    }
    const isMatch = new Uint8Array(this.#rows)
    for (const row of matches) {
      isMatch[row] = 1
    }
    const isNearStart = to <= matches.length - from
    const found = new Int32Array(to - from)
    const step = isNearStart ? 1 : -1
    let place = isNearStart ? 0 : this.size - 1
    let at = isNearStart ? 0 : matches.length - 1
    while (isNearStart ? at < to : at >= from) {
      const row = column.order[place] ?? 0
      if (isMatch[row] === 1) {
        if (at >= from && at < to) {
          found[at - from] = row
        }
        at += step
      }
      place += step
    }
    return found
  }

  #answerOf(row: number, column: Column): LeaderboardRow {
    const value = (name: SortColumn) => this.#columns[name].values[row] ?? UNKNOWN
    const known = (score: number) => (score === UNKNOWN ? null : score)
    return {
      channelId: this.#ids[row] ?? 0,
      rank: this.#higherThan(column.values[row] ?? UNKNOWN, column) + 1,
      username: this.#names.get(row),
      profileImageUrl: this.#pictures.get(row) || null,
      totalPoints: value('Total Points'),
      totalRaces: value('Total Races'),
      pointsPerRace: value('PPR'),
      raceHighScore: known(value('Race HS')),
      battleRoyaleHighScore: known(value('BR HS')),
    }
  }

  #higherThan(value: number, { values, order }: Column): number {
    return firstPlace(this.size, (place) => (values[order[place] ?? 0] ?? 0) <= value)
  }

  /** Where the row stands among the first `length` of the order, or would stand. */
  #placeOf(row: number, { values, order }: Column, length: number): number {
    const value = values[row] ?? 0
    return firstPlace(length, (place) => {
      const other = order[place] ?? 0
      const otherValue = values[other] ?? 0
      return otherValue < value || (otherValue === value && this.#compareTied(other, row) >= 0)
    })
  }

  #compareTied(a: number, b: number): number {
    return this.#logins.compare(a, b) || (this.#ids[a] ?? 0) - (this.#ids[b] ?? 0)
  }

  #takeOut(row: number, names: readonly SortColumn[]): void {
    for (const name of names) {
      const column = this.#columns[name]
      const place = this.#placeOf(row, column, this.size)
      column.order.copyWithin(place, place + 1, this.size)
    }
  }

  /** Into the orders named, in which it is not: those of `size` rows, or of one less where it was. */
  #putIn(row: number, names: readonly SortColumn[]): void {
    const wasListed = this.#isListed[row] === 1
    const length = wasListed ? this.size - 1 : this.size
    for (const name of names) {
      const column = this.#columns[name]
      const place = this.#placeOf(row, column, length)
      column.order.copyWithin(place + 1, place, length)
      column.order[place] = row
    }
    this.#isListed[row] = 1
  }

  #find(channelId: number): number | null {
    const ids = this.#ids
    const row = firstPlace(this.#ascending, (place) => (ids[place] ?? 0) >= channelId)
    if (row < this.#ascending && ids[row] === channelId) {
      return row
    }
    return this.#laterRows.get(channelId) ?? null
  }

  #newRow(channelId: number): number {
    const row = this.#rows
    if (row === this.#ids.length) {
      this.#grow(Math.max(16, Math.ceil(row * 1.25)))
    }
    this.#ids[row] = channelId
    if (this.#ascending === row && (row === 0 || (this.#ids[row - 1] ?? 0) < channelId)) {
      this.#ascending += 1
    } else {
      this.#laterRows.set(channelId, row)
    }
    this.#rows += 1
    return row
  }

  #grow(length: number): void {
    this.#ids = grown(this.#ids, length)
    this.#isListed = grown(this.#isListed, length)
    for (const column of Object.values(this.#columns)) {
      column.values = grown(column.values, length)
      column.order = grown(column.order, length)
    }
  }

  #write(at: number, row: BoardRow): void {
    this.#logins.set(at, row.login)
    this.#search.add(at)
    this.#writeValues(at, row)
  }

  #writeValues(at: number, row: BoardRow): void {
    this.#names.set(at, row.name)
    this.#pictures.set(at, row.profileImageUrl ?? '')
    for (const name of SORT_COLUMNS) {
      this.#columns[name].values[at] = valueIn[name](row)
    }
  }
}

/** Not their difference: two unknown scores have none. */
function compareFromHighest(a: number, b: number): number {
  return a === b ? 0 : b > a ? 1 : -1
}

/** The first of 0 to `length` that passes, where all after it pass too; `length` where none does. */
function firstPlace(length: number, passes: (place: number) => boolean): number {
  let low = 0
  let high = length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (passes(middle)) {
      high = middle
    } else {
      low = middle + 1
    }
  }
  return low
}
