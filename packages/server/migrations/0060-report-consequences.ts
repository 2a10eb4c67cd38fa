import { type Kysely, sql } from 'kysely'

/** What admins do about a report, beside its decision: docs/decisions/145-reports-have-consequences.md. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) {
    await sql.raw(statement).execute(db)
  }
}

const STATEMENTS = [
  'alter table user_reports add column answer text',
  `comment on column user_reports.answer is 'The answer that the reporter gets; null: none.'`,

  `create table unshown_names (
    channel_id integer not null references channels on delete cascade,
    racer_id integer not null references racers on delete cascade,
    since timestamptz not null,
    primary key (channel_id, racer_id)
  )`,
  `comment on table unshown_names is 'Racers whose login a channel shows in place of their display name.'`,
  'create index unshown_names_by_racer on unshown_names (racer_id)',
]
