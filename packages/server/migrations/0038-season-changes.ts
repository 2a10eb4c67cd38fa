import { type Kysely, sql } from 'kysely'

/** What undoing a change of the season needs: docs/decisions/105-a-season-change-can-be-undone.md. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) {
    await sql.raw(statement).execute(db)
  }
}

const STATEMENTS = [
  `alter table season_starts
    add column asked_at timestamptz,
    add column is_new_season boolean not null default false,
    add column cleared_dev_season text`,
  // Nobody knows whether a companion has asked for these.
  'update season_starts set asked_at = since',
  `comment on column season_starts.asked_at is
    'When the first companion got this season as the current one; null: none has.'`,
  `comment on column season_starts.is_new_season is 'The season became a row of seasons by this start.'`,
  `comment on column season_starts.cleared_dev_season is
    'The development season that was over with this start; null: there was none.'`,
]
