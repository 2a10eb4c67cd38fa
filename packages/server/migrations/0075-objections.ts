import { type Kysely, sql } from 'kysely'

/** Objections to rounds of leagues: docs/decisions/165-objections.md. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) {
    await sql.raw(statement).execute(db)
  }
}

const STATEMENTS = [
  `create table objections (
    id integer primary key generated always as identity,
    series_id integer not null references event_series (id) on delete cascade,
    event_id integer not null references events (id) on delete cascade,
    user_id integer not null references users (id) on delete cascade,
    text text not null,
    made_at timestamptz not null,
    answer text,
    is_upheld boolean,
    answered_at timestamptz,
    answered_by integer references users (id) on delete set null,
    check ((answer is null) = (answered_at is null)),
    check ((answer is null) = (is_upheld is null))
  )`,
  `comment on table objections is 'What people say against rounds of leagues, and what organisers answer.'`,
  `comment on column objections.is_upheld is 'null: not answered yet.'`,
  // One person's next objection waits for the answer to the last.
  `create unique index objections_unanswered on objections (series_id, event_id, user_id)
    where answered_at is null`,
  'create index objections_by_event on objections (event_id)',
  'create index objections_by_user on objections (user_id)',
  'create index objections_by_answerer on objections (answered_by)',
]
