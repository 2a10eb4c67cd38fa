import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) {
    await sql.raw(statement).execute(db)
  }
}

const refersTo = (table: string, columns: string, rest: string) => {
  const constraint = `${table}_${columns.replaceAll(', ', '_')}_fkey`
  return `alter table ${table} drop constraint ${constraint},
    add constraint ${constraint} foreign key (${columns}) references ${rest}`
}

const STATEMENTS = [
  // Additions of the last 24 hours, including events that were deleted and participants who left.
  `create table event_additions (
    user_id integer not null references users,
    added_at timestamptz not null,
    events integer not null,
    participants integer not null
  )`,
  `create index event_additions_by_user on event_additions (user_id, added_at)`,

  `create table organiser_blocks (
    user_id integer not null references users,
    organiser_id integer not null references users,
    primary key (user_id, organiser_id)
  )`,
  `create index organiser_blocks_by_organiser on organiser_blocks (organiser_id)`,

  // Deleting a series deletes its events; deleting an event, its participants and results. Reports of its rows stay.
  refersTo('events', 'series_id', 'event_series on delete cascade'),
  refersTo('event_participants', 'event_id', 'events on delete cascade'),
  refersTo('event_standings', 'event_id', 'events on delete cascade'),
  refersTo('event_racers', 'event_id, channel_id', 'event_standings on delete cascade'),
  refersTo('event_snapshots', 'event_id, channel_id', 'event_standings on delete cascade'),
  refersTo('user_reports', 'event_id', 'events on delete set null'),
  `create index user_reports_by_event on user_reports (event_id)`,
]
