import { type Kysely, sql } from 'kysely'

/** Changes of a league's rules: docs/decisions/168-rules-change-with-a-date.md. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) {
    await sql.raw(statement).execute(db)
  }
}

const STATEMENTS = [
  `create table league_rule_changes (
    id integer primary key generated always as identity,
    series_id integer not null references event_series (id) on delete cascade,
    changed_at timestamptz not null,
    changed_by integer references users (id) on delete set null,
    rules_before jsonb not null,
    reason text
  )`,
  `comment on table league_rule_changes is 'Since a round has counted; for everybody.'`,
  `comment on column league_rule_changes.reason is 'null: no round was final, so nobody had to give one.'`,
  'create index league_rule_changes_by_series on league_rule_changes (series_id)',
  'create index league_rule_changes_by_user on league_rule_changes (changed_by)',
]
