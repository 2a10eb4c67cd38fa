import { type Kysely, sql } from 'kysely'

/** An address that moves a show: docs/decisions/185-steps-of-a-show.md. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) {
    await sql.raw(statement).execute(db)
  }
}

const STATEMENTS = [
  'alter table shows add column control_token text unique',
  `comment on column shows.control_token is 'In the address with which other programs move the show; null: there is none.'`,
  `create table show_requests (
    event_id integer not null references shows on delete cascade,
    request_id text not null,
    at timestamptz not null default clock_timestamp(),
    primary key (event_id, request_id)
  )`,
  `comment on table show_requests is 'Requests to move a show of the last day, so that a repeated one changes nothing.'`,
]
