import { type Kysely, sql } from 'kysely'

/** Looking for the last upload that can be undone is no longer a question. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop index uploads_to_undo`.execute(db)
}
