import { type Kysely, sql } from 'kysely'

/** If a default configuration is chosen for an event that is over, the version at that time counts. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table events
      add column configuration_version integer not null default 1`.execute(db)
  await sql`alter table events alter column configuration_version drop default`.execute(db)
}
