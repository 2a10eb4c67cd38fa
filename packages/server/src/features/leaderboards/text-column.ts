/** One text a row, kept as bytes outside the heap: a million strings would be the collector's work. */

const MIN_BYTES = 1024
/** Bytes that a UTF-16 unit may take in UTF-8. */
const MOST_BYTES_A_UNIT = 3

export class TextColumn {
  #bytes = Buffer.allocUnsafeSlow(MIN_BYTES)
  #used = 0
  #dead = 0
  #starts = new Int32Array(0)
  #ends = new Int32Array(0)

  /** Texts lie anywhere in it, each between its `start` and its `end`. */
  get bytes(): Uint8Array {
    return this.#bytes
  }

  get sizeBytes(): number {
    return this.#bytes.length + this.#starts.byteLength + this.#ends.byteLength
  }

  start(row: number): number {
    return this.#starts[row] ?? 0
  }

  end(row: number): number {
    return this.#ends[row] ?? 0
  }

  get(row: number): string {
    return this.#bytes.toString('utf8', this.start(row), this.end(row))
  }

  set(row: number, text: string): void {
    if (this.end(row) > this.start(row) && this.get(row) === text) {
      return
    }
    this.#makeRoom(row, text.length * MOST_BYTES_A_UNIT)
    this.#dead += this.end(row) - this.start(row)
    const start = this.#used
    this.#used += this.#bytes.write(text, start)
    this.#starts[row] = start
    this.#ends[row] = this.#used
  }

  /** Below 0, 0 or above, as `a` comes before `b`, is equal or comes after, by code points. */
  compare(a: number, b: number): number {
    const bytes = this.#bytes
    const aEnd = this.end(a)
    const bEnd = this.end(b)
    let i = this.start(a)
    let j = this.start(b)
    while (i < aEnd && j < bEnd) {
      const difference = (bytes[i] ?? 0) - (bytes[j] ?? 0)
      if (difference !== 0) {
        return difference
      }
      i += 1
      j += 1
    }
    return aEnd - i - (bEnd - j)
  }

  /** Whether the row's text holds `part`, which is not empty. */
  includes(row: number, part: Uint8Array): boolean {
    const bytes = this.#bytes
    const first = part[0]
    const last = this.end(row) - part.length
    for (let at = this.start(row); at <= last; at += 1) {
      if (bytes[at] === first && isAt(bytes, at, part)) {
        return true
      }
    }
    return false
  }

  #makeRoom(row: number, bytes: number): void {
    if (row >= this.#starts.length) {
      const length = Math.max(16, row + 1, Math.ceil(this.#starts.length * 1.5))
      this.#starts = grown(this.#starts, length)
      this.#ends = grown(this.#ends, length)
    }
    if (this.#used + bytes > this.#bytes.length) {
      this.#rewrite(Math.ceil((this.#used - this.#dead + bytes) * 1.25))
    }
  }

  /** Into a new buffer, without what no row names any more. */
  #rewrite(length: number): void {
    const old = this.#bytes
    const next = Buffer.allocUnsafeSlow(Math.max(length, MIN_BYTES))
    if (this.#dead === 0) {
      old.copy(next, 0, 0, this.#used)
    } else {
      let used = 0
      for (let row = 0; row < this.#starts.length; row += 1) {
        const start = used
        used += old.copy(next, used, this.start(row), this.end(row))
        this.#starts[row] = start
        this.#ends[row] = used
      }
      this.#used = used
      this.#dead = 0
    }
    this.#bytes = next
  }
}

function isAt(bytes: Uint8Array, at: number, part: Uint8Array): boolean {
  for (let index = 1; index < part.length; index += 1) {
    if (bytes[at + index] !== part[index]) {
      return false
    }
  }
  return true
}

/** The same numbers in an array of that length. */
export function grown<T extends Int32Array | Float64Array | Uint8Array>(
  array: T,
  length: number,
): T {
  const next = new (array.constructor as new (length: number) => T)(length)
  next.set(array)
  return next
}
