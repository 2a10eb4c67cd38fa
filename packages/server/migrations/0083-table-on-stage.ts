import { type Kysely, sql } from 'kysely'

/** The table of a league as the board of a show: docs/decisions/173-the-table-on-stage.md. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) {
    await sql.raw(statement).execute(db)
  }
}

const STATEMENTS = [
  ...['shows', 'show_steps'].flatMap((table) => [
    `alter table ${table}
      add column board_of text not null default 'event' check (board_of in ('event', 'table', 'teams')),
      add column results_board integer`,
    `comment on column ${table}.board_of is
      'The event''s own results, the table of its league, or the league''s teams.'`,
    `comment on column ${table}.results_board is
      'While the league''s table is shown: the board with which the event''s own show ended; null: there was none.'`,
  ]),
  `alter table show_rows
    add column row_of text check (row_of in ('table', 'team')),
    add column is_unranked boolean not null default false`,
  `comment on column show_rows.row_of is 'A row of a league''s table, or a team, whose name is no racer''s; null: of the event.'`,
  `comment on column show_rows.is_unranked is 'It has too few rounds for a rank, and is below the ranked rows.'`,
  'alter table league_rounds add column table_shown_at timestamptz',
  `comment on column league_rounds.table_shown_at is
    'When viewers saw the end of a show of the league''s table at this round.'`,
]
