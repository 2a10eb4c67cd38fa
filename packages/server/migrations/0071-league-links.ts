import { type Kysely, sql } from 'kysely'

/** A league may have a page for everybody with its address: docs/decisions/161-public-page-of-a-league.md. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) {
    await sql.raw(statement).execute(db)
  }
}

const STATEMENTS = [
  'alter table event_series add column public_token text unique',
  `comment on column event_series.public_token is
    'In the address of its public page, which it has while it has rules; null: it has none.'`,
]
