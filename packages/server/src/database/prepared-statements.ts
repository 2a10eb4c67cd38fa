/**
 * Statements that a connection plans once instead of at each call: those that are asked often, whose
 * planning costs as much as running them, and for whose every value one plan is right.
 */
import { createHash } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import pg from 'pg'

const MARK = '/* prepared */'
/** How far into a statement the mark is looked for: `select` may stand before it. */
const MARK_WITHIN = 40

/** Marks a statement as one to prepare; stands at its beginning, or goes to `modifyFront`. */
export const prepared: RawBuilder<unknown> = sql.raw(MARK)

/** Has the connections of a pool prepare the statements that are marked. */
export function prepareMarked(pool: pg.Pool): void {
  const names = new Map<string, string>()
  pool.on('connect', (client) => {
    const query = (...given: unknown[]): unknown => {
      const [text, values] = given
      const isMarked = typeof text === 'string' && text.slice(0, MARK_WITHIN).includes(MARK)
      if (!isMarked || given.length !== 2) {
        return Reflect.apply(pg.Client.prototype.query, client, given)
      }
      const name = names.get(text) ?? nameOf(text)
      names.set(text, name)
      return Reflect.apply(pg.Client.prototype.query, client, [{ name, text, values }])
    }
    // The same calls with the same answers, which its many signatures cannot be told.
    client.query = query as typeof client.query
  })
}

/** Within what PostgreSQL tells names apart by, 63 bytes. */
function nameOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}
