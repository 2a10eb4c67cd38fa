import { type Kysely, sql } from 'kysely'

/** When people were here last: docs/decisions/152-uploads-and-visits.md. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) {
    await sql.raw(statement).execute(db)
  }
}

const STATEMENTS = [
  `create table visits (
    user_id integer primary key references users on delete cascade,
    seen_at timestamptz not null,
    ended_before timestamptz
  )`,
  `comment on column visits.seen_at is 'When the dashboard was open last.'`,
  `comment on column visits.ended_before is 'When the visit before this one ended; null: this is the first.'`,
]
