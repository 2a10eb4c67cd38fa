import { sql } from 'kysely'
import { expect } from 'vitest'
import { compareEverything } from '../../src/ops/verify/find-differences.ts'
import type { TestServer } from '../helpers/test-server.ts'

/** What verify finds after a statement that damages the data, which is undone. */
export async function findDifferencesAfter(
  { context: { db, config } }: TestServer,
  statement: string,
): Promise<string[]> {
  const undone = new Error('undone')
  let differences: string[] = []
  const work = db.transaction().execute(async (trx) => {
    // Constraints would prevent some of these changes, but they do not prevent real damage.
    await sql`set local session_replication_role = replica`.execute(trx)
    await sql.raw(statement).execute(trx)
    differences = (await compareEverything(trx, config)).differences
    throw undone
  })
  await expect(work).rejects.toBe(undone)
  return differences
}
