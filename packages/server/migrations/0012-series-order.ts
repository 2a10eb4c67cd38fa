import { type Kysely, sql } from 'kysely'

/** An event's position in its series; null: sorted by its days, after the events that have been put in order. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table events add column series_position integer`.execute(db)
}
