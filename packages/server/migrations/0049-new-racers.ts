import { type Kysely, sql } from 'kysely'

/** Racers of uploads that were refused go again: docs/decisions/123-names-of-refused-uploads.md. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) {
    await sql.raw(statement).execute(db)
  }
}

const STATEMENTS = [
  `create table new_racers (
    racer_id integer primary key,
    since timestamptz not null default now()
  )`,
  `comment on table new_racers is
    'Racers of whom nobody has checked yet whether anything refers to them.'`,
  `comment on column new_racers.since is 'When an upload named the racer last.'`,
  'insert into new_racers (racer_id) select id from racers',
  'create index new_racers_by_age on new_racers (since, racer_id)',

  // So that it is quick to see that nothing refers to a racer.
  'create index checkpoint_hits_by_racer on checkpoint_hits (racer_id)',
  'create index offered_hits_by_racer on offered_hits (racer_id)',
  'create index channel_racers_by_racer on channel_racers (racer_id)',
]
