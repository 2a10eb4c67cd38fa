import { type Kysely, sql } from 'kysely'

/** A dashboard's channel is found by its name. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index channels_by_login on channels (platform, login)`.execute(db)
}
