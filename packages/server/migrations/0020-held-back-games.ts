import { type Kysely, sql } from 'kysely'

/** When shows were sealed and participants added, which decides what an event holds, and whether the streamer allows it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) {
    await sql.raw(statement).execute(db)
  }
}

const STATEMENTS = [
  'alter table shows add column sealed_at timestamptz',
  'update shows set sealed_at = now() where is_sealed',
  `alter table event_participants
    add column added_at timestamptz not null default now(),
    add column allows_show boolean not null default true`,
]
