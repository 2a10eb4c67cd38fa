import { type Kysely, sql } from 'kysely'

/** An event that is over when a default configuration is chosen for it counts by the version chosen. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table events
      add column configuration_version integer not null default 1`.execute(db)
  await sql`alter table events alter column configuration_version drop default`.execute(db)
}
