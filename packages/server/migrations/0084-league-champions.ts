import { type Kysely, sql } from 'kysely'

/** Seasons of leagues end, and have champions: docs/decisions/174-champions-and-how-a-table-came-to-be.md. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) {
    await sql.raw(statement).execute(db)
  }
}

const STATEMENTS = [
  'alter table event_series add column finished_at timestamptz',
  `comment on column event_series.finished_at is
    'Since when its organiser says that no further round comes; null: some may.'`,
  'alter table event_series add column champions_hash text',
  `comment on column event_series.champions_hash is
    'Covers the results whose champions have their badges; null: there are none.'`,
]
