import { type Kysely, sql } from 'kysely'

/** Where an event stands in its series; null: by its days, after those that somebody has put in order. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table events add column series_position integer`.execute(db)
}
