import { sql } from 'kysely'
import type { Db } from './schema.ts'

/**
 * For statements that join many rows that are too new for PostgreSQL's statistics. It would expect one row, and compare
 * every row with every other. Within `run`, PostgreSQL joins rows by hash instead. Needs a transaction.
 */
export async function withHashJoins<Answer>(trx: Db, run: () => Promise<Answer>): Promise<Answer> {
  await sql`set local enable_nestloop = off`.execute(trx)
  const answer = await run()
  await sql`set local enable_nestloop to default`.execute(trx)
  return answer
}
