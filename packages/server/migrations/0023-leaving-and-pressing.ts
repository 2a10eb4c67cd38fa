import { type Kysely, sql } from 'kysely'

/** Who has left an event or a series and what they had chosen, and which events were created a moment ago. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) {
    await sql.raw(statement).execute(db)
  }
}

const STATEMENTS = [
  `create table former_participants (
    event_id integer not null references events on delete cascade,
    user_id integer not null references users,
    allows_pause boolean not null,
    has_left boolean not null,
    primary key (event_id, user_id)
  )`,
  `create index former_participants_by_user on former_participants (user_id) where has_left`,

  `create table left_series (
    user_id integer not null references users,
    series_id integer not null references event_series on delete cascade,
    primary key (user_id, series_id)
  )`,
  `create index left_series_by_series on left_series (series_id)`,

  `create table event_creations (
    user_id integer not null references users,
    request_hash text not null,
    created_at timestamptz not null,
    event_id integer references events on delete cascade,
    primary key (user_id, request_hash)
  )`,
  `create index event_creations_by_event on event_creations (event_id)`,
]
