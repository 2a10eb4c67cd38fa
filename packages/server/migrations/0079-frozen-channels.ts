import { type Kysely, sql } from 'kysely'

/** What rows of frozen boards have on each channel, and teams of streamers: docs/decisions/169-what-a-row-of-a-league-is.md. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) {
    await sql.raw(statement).execute(db)
  }
}

const STATEMENTS = [
  // Of boards that were frozen before, nobody knows it any more.
  'alter table show_rows add column channels jsonb',
  `comment on column show_rows.channels is
    'What the racer has on each channel, without adjustments: its id, points, and games or null; null: not known.'`,

  'alter table teams add column of_streamers boolean not null default false',
  `comment on column teams.of_streamers is 'Its members have joined as streamers, otherwise as racers.'`,
]
