import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index channels_by_login on channels (platform, login)`.execute(db)
}
