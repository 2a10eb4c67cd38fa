import { type Kysely, sql } from 'kysely'

/** What a restore learns from the privacy list about people and logins that the backup does not have. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) {
    await sql.raw(statement).execute(db)
  }
}

const STATEMENTS = [
  `create table hidden_hashes (
    hash bytea primary key,
    since timestamptz not null
  )`,
  `comment on column hidden_hashes.hash is
    'Of a person or a login that is hidden as soon as it is known here. Made with PRIVACY_KEY.'`,
]
