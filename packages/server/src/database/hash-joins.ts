import { sql } from 'kysely'
import type { Db } from './schema.ts'

/**
 * Runs statements that join many rows which no statistics know yet, because they are new: PostgreSQL takes them for one,
 * and compares each with each. Within it, rows are joined by hashes. In a transaction.
 */
export async function withHashJoins<Answer>(trx: Db, run: () => Promise<Answer>): Promise<Answer> {
  await sql`set local enable_nestloop = off`.execute(trx)
  const answer = await run()
  await sql`set local enable_nestloop to default`.execute(trx)
  return answer
}
