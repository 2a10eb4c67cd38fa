import { type Kysely, sql } from 'kysely'

/** Calls that all processes count together. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) {
    await sql.raw(statement).execute(db)
  }
}

const STATEMENTS = [
  // Unlogged: written at each of these calls, and all that a crash of the database costs is that counting begins again.
  `create unlogged table call_counts (
    id bigint not null generated always as identity,
    key text primary key,
    calls integer not null,
    ends_at timestamptz not null
  )`,
  `comment on column call_counts.key is 'The limit, and whose calls they are.'`,
  `comment on column call_counts.ends_at is
    'By the database''s clock: when counting begins again, and when the row may be deleted.'`,
  'create index call_counts_by_time on call_counts (ends_at, id)',
]
