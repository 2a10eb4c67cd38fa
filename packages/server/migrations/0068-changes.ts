import { type Kysely, sql } from 'kysely'

/** The change feed: docs/decisions/154-the-feed-is-a-table.md. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) {
    await sql.raw(statement).execute(db)
  }
}

const STATEMENTS = [
  `create table changes (
    number bigint generated always as identity primary key,
    transaction xid8 not null default pg_current_xact_id(),
    process uuid not null,
    topics text[] not null,
    written_at timestamptz not null default clock_timestamp()
  )`,
  'create index on changes (transaction)',
  `comment on table changes is 'What transactions of the last minutes have changed, for the memory of every process.'`,
  `comment on table new_racers is
    'Racers who have just been named; nobody has checked yet whether anything refers to them.'`,
]
