import { type Kysely, sql } from 'kysely'

/** Rules make a series a league: docs/decisions/160-leagues.md. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) {
    await sql.raw(statement).execute(db)
  }
}

const STATEMENTS = [
  'alter table event_series add column league_rules jsonb',
  `comment on column event_series.league_rules is 'How its rounds are added up; null: it has no table.'`,
]
