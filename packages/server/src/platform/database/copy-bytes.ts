import type pg from 'pg'

/** Before the first row: signature, flags and the length of an extension. */
const HEADER_BYTES = 19
/** A row begins with the number of its columns. */
const COLUMNS_BYTES = 2
const LENGTH_BYTES = 4

/**
 * Reads one bytea; null if there is no row. The driver would make a text of it, which takes three times the memory and
 * time: COPY sends the bytes as they are.
 *
 * @param query selects one column of one row; it has no parameters
 */
export async function copyBytes(pool: pg.Pool, query: string): Promise<Buffer | null> {
  const client = await pool.connect()
  const copy = new BinaryCopy(`copy (${query}) to stdout (format binary)`)
  client.query(copy)
  try {
    const copied = await copy.copied
    client.release()
    const from = HEADER_BYTES + COLUMNS_BYTES + LENGTH_BYTES
    if (copied.readInt16BE(HEADER_BYTES) !== 1) {
      return null
    }
    const length = copied.readInt32BE(HEADER_BYTES + COLUMNS_BYTES)
    return copied.subarray(from, from + length)
  } catch (error) {
    client.release(true)
    throw error
  }
}

/** A query of the driver, by the names that it calls. */
class BinaryCopy implements pg.Submittable {
  readonly copied: Promise<Buffer>
  readonly #text: string
  readonly #settled = Promise.withResolvers<Buffer>()
  readonly #parts: Buffer[] = []

  constructor(text: string) {
    this.#text = text
    this.copied = this.#settled.promise
  }

  submit(connection: pg.Connection): void {
    connection.query(this.#text)
  }

  handleCopyData({ chunk }: { chunk: Buffer }): void {
    // The driver reuses its buffer.
    this.#parts.push(Buffer.from(chunk))
  }

  handleCommandComplete(): void {}

  handleReadyForQuery(): void {
    this.#settled.resolve(Buffer.concat(this.#parts))
  }

  handleError(error: Error): void {
    this.#settled.reject(error)
  }
}
