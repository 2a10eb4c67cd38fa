import { type Kysely, sql } from 'kysely'

/** Streamers announce when they run a round: docs/decisions/179-slots-and-progress.md. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) {
    await sql.raw(statement).execute(db)
  }
}

const STATEMENTS = [
  'alter table event_participants add column runs_at timestamptz',
  `comment on column event_participants.runs_at is
    'When the streamer has announced to run the event as a round of a league; null: has not said.'`,
  'alter table events add column announcement text',
  `comment on column events.announcement is
    'What organisers announce about a round of a league that nothing checks, such as laps; null: nothing.'`,
]
