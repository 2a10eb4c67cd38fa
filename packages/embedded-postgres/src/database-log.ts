import { appendFileSync, existsSync, renameSync, statSync } from 'node:fs'

const MAX_BYTES = 2 ** 20

/** PostgreSQL's own log: the current file and the one before it, of a mebibyte each. */
export class DatabaseLog {
  readonly #file: string
  readonly #warn: (message: string) => void
  #hasWarned = false

  constructor(file: string, warn: (message: string) => void) {
    this.#file = file
    this.#warn = warn
  }

  write(line: string): void {
    try {
      if (existsSync(this.#file) && statSync(this.#file).size > MAX_BYTES) {
        renameSync(this.#file, `${this.#file}.old`)
      }
      appendFileSync(this.#file, `${line}\n`, { mode: 0o600 })
    } catch (error) {
      // A full disk makes uploads fail, which is reported elsewhere; the database works without its log.
      if (!this.#hasWarned) {
        this.#warn(`The database's log cannot be written: ${(error as Error).message}`)
        this.#hasWarned = true
      }
    }
  }
}
