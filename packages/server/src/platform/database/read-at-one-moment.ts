import type { Db } from './schema.ts'

/** Runs `read` in a transaction that sees the database as it was when the transaction began. */
export function readAtOneMoment<Answer>(
  db: Db,
  read: (trx: Db) => Promise<Answer>,
): Promise<Answer> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(read)
}
