import { type Kysely, sql } from 'kysely'

/** The time zone a user's browser was last in: events made by the companion lie in it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table users add column time_zone text`.execute(db)
}
