import { type RawBuilder, sql } from 'kysely'
import { ApiError } from '../../edge/api-error.ts'
import type { Db } from '../../platform/database/schema.ts'

/** @throws {ApiError} 401 if the account was deleted while the call was on its way */
export async function setDeletionDate(
  db: Db,
  userId: number,
  deletesAt: RawBuilder<Date | null>,
): Promise<void> {
  const { numAffectedRows } = await sql`
    update users set deletes_at = ${deletesAt}
    where id = ${userId} and deleted_at is null`.execute(db)
  if (numAffectedRows === 0n) {
    throw new ApiError('session_ended')
  }
}
