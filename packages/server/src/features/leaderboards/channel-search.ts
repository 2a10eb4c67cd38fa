/** Finds the rows whose login holds a text: by the runs of three bytes in it, each with its rows. */
import { grown, type TextColumn } from './text-column.ts'

interface Rows {
  items: Int32Array
  length: number
}

export class ChannelSearch {
  readonly #logins: TextColumn
  readonly #rowsOf = new Map<number, Rows>()

  constructor(logins: TextColumn) {
    this.#logins = logins
  }

  get sizeBytes(): number {
    return [...this.#rowsOf.values()].reduce((sum, { items }) => sum + items.byteLength, 0)
  }

  /** After the row got its login. */
  add(row: number): void {
    this.#eachRun(row, (run) => {
      let rows = this.#rowsOf.get(run)
      if (rows === undefined) {
        rows = { items: new Int32Array(2), length: 0 }
        this.#rowsOf.set(run, rows)
      }
      // A login may hold a run twice; the row was added last then.
      if (rows.length > 0 && rows.items[rows.length - 1] === row) {
        return
      }
      if (rows.length === rows.items.length) {
        rows.items = grown(rows.items, Math.ceil(rows.length * 1.5))
      }
      rows.items[rows.length] = row
      rows.length += 1
    })
  }

  /** Before the row loses its login. */
  remove(row: number): void {
    this.#eachRun(row, (run) => {
      const rows = this.#rowsOf.get(run)
      const index = rows === undefined ? -1 : rows.items.subarray(0, rows.length).indexOf(row)
      if (rows === undefined || index === -1) {
        return
      }
      rows.length -= 1
      rows.items[index] = rows.items[rows.length] ?? 0
      if (rows.length === 0) {
        this.#rowsOf.delete(run)
      }
    })
  }

  /** The rows in no order; of so many, those with a 1 are to be found. */
  find(text: string, isListed: Uint8Array): Int32Array {
    const part = Buffer.from(text)
    if (part.length < 3) {
      return this.#findShort(part, isListed)
    }
    let fewest: Int32Array | null = null
    for (let at = 0; at + 3 <= part.length; at += 1) {
      const rows = this.#rowsOf.get(runAt(part, at))
      if (rows === undefined) {
        return new Int32Array(0)
      }
      if (fewest === null || rows.length < fewest.length) {
        fewest = rows.items.subarray(0, rows.length)
      }
    }
    const found = fewest ?? new Int32Array(0)
    return part.length === 3 ? found : found.filter((row) => this.#logins.includes(row, part))
  }

  /** Without a run of its own to look up: row by row as they lie in memory, which is quickest. */
  #findShort(part: Uint8Array, isListed: Uint8Array): Int32Array {
    const found = new Int32Array(isListed.length)
    let length = 0
    for (let row = 0; row < isListed.length; row += 1) {
      if (isListed[row] === 1 && this.#logins.includes(row, part)) {
        found[length] = row
        length += 1
      }
    }
    return found.subarray(0, length)
  }

  #eachRun(row: number, visit: (run: number) => void): void {
    const { bytes } = this.#logins
    const end = this.#logins.end(row)
    for (let at = this.#logins.start(row); at + 3 <= end; at += 1) {
      visit(runAt(bytes, at))
    }
  }
}

function runAt(bytes: Uint8Array, at: number): number {
  return ((bytes[at] ?? 0) << 16) | ((bytes[at + 1] ?? 0) << 8) | (bytes[at + 2] ?? 0)
}
