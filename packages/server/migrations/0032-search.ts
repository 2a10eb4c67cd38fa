import { type Kysely, sql } from 'kysely'

/**
 * Indexes that find names by how they begin. Those that find similar names need an extension that a server may not
 * have, so each start makes them if they are missing: src/platform/database/trigrams.ts.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) {
    await sql.raw(statement).execute(db)
  }
}

const STATEMENTS = [
  'create index racers_by_name on racers (login collate "C", platform)',
  'create index login_periods_by_name on login_periods (login collate "C") where ended_at is null',
  // Most display names are the login in another letter case.
  `create index users_by_display_name on users (lower(normalize(display_name)) collate "C")
    where lower(normalize(display_name)) <> login`,
  'create index channels_by_name on channels (login collate "C")',
  'create index maps_by_name on maps (lower(normalize(name)) collate "C")',
  'create index events_by_name on events (lower(normalize(name)) collate "C")',
]
