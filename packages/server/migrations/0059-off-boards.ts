import { type Kysely, sql } from 'kysely'

/** Names that a channel does not want on its boards: docs/decisions/144-names-off-boards.md. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) {
    await sql.raw(statement).execute(db)
  }
}

const STATEMENTS = [
  `create table off_boards (
    channel_id integer not null references channels on delete cascade,
    racer_id integer not null references racers on delete cascade,
    since timestamptz not null,
    primary key (channel_id, racer_id)
  )`,
  `comment on table off_boards is 'Racers whom a channel does not want on its boards.'`,
  'create index off_boards_by_racer on off_boards (racer_id)',
]
