/** Finds the events in whose snapshots a racer is. */
import type { Kysely } from 'kysely'
import { sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index event_racers_by_racer on event_racers (racer_id, channel_id)`.execute(db)
}
