import { type Kysely, sql } from 'kysely'

/** What fair points of leagues are counted from: docs/decisions/181-fair-points.md. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) {
    await sql.raw(statement).execute(db)
  }
}

const STATEMENTS = [
  'alter table event_board_rows add column fair_games jsonb',
  `comment on column event_board_rows.fair_games is
    'The racer''s first games on the channel, the earliest first: id, end, places and rows of each; null on boards of several channels.'`,
  `comment on column show_rows.channels is
    'What the racer has on each channel, without adjustments: its id, points, games or null, and the first of these for fair points; null: not known.'`,
]
