import { type RawBuilder, sql } from 'kysely'
import type { Db } from './schema.ts'

const PORTION = 2_500

/** Passes a query's rows to `take` one by one, and serves other requests between portions. Needs a transaction. */
export async function readPortions<Row>(
  trx: Db,
  question: RawBuilder<unknown>,
  take: (row: Row) => void,
): Promise<void> {
  await sql`declare portions cursor for ${question}`.execute(trx)
  for (;;) {
    const { rows } = await sql<Row>`fetch ${sql.lit(PORTION)} from portions`.execute(trx)
    rows.forEach(take)
    if (rows.length < PORTION) {
      break
    }
  }
  await sql`close portions`.execute(trx)
}
