import { type Kysely, sql } from 'kysely'

/** When an organiser plans to start an event's show: docs/decisions/151-an-hour-beside-the-days.md. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) {
    await sql.raw(statement).execute(db)
  }
}

const STATEMENTS = [
  'alter table events add column show_at timestamptz',
  `comment on column events.show_at is 'When the organiser plans to start the show: an hour of the last day, in the event''s time zone; null: not planned.'`,
]
