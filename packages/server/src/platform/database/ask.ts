import { hash } from 'node:crypto'
import type { RawBuilder } from 'kysely'
import type pg from 'pg'
import type { Db } from './schema.ts'

/**
 * The only row of a statement that each connection plans once, because planning a large one took longer than running
 * it. Connections keep every text that they have planned, so a text must be one of few: what differs between callers
 * is a parameter.
 *
 * @throws if the statement selects no row
 */
export async function ask<Row extends object>(
  { db, pool }: { db: Db; pool: pg.Pool | pg.PoolClient },
  question: RawBuilder<unknown>,
): Promise<Row> {
  const { sql: text, parameters } = question.compile(db)
  const name = hash('sha1', text)
  const { rows } = await pool.query<Row>({ name, text, values: [...parameters] })
  const [row] = rows
  if (row === undefined) {
    throw new Error('a statement without a row')
  }
  return row
}
