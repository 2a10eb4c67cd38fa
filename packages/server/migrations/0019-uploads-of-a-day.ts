import { type Kysely, sql } from 'kysely'

/** A channel's uploads of a day are found without reading all its receipts. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index uploads_of_a_day on uploads (channel_id, received_at)
    include (kind, size_bytes) where outcome = 'stored'`.execute(db)
}
