import { type Kysely, sql } from 'kysely'

/** Accounts that their users delete: docs/decisions/102-deleting-an-account.md. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) {
    await sql.raw(statement).execute(db)
  }
}

const STATEMENTS = [
  'alter table users add column deletes_at timestamptz, add column deleted_at timestamptz',
  `comment on column users.deletes_at is
    'When the account will be deleted unless its user changes their mind; null: it stays, or is deleted already.'`,
  `comment on column users.deleted_at is
    'Since when only the row is left, for everything that refers to it; null: the account exists.'`,
  'create index users_by_deletion on users (deletes_at, id) where deletes_at is not null',

  `create table deleted_hashes (
    hash bytea primary key,
    since timestamptz not null
  )`,
  `comment on table deleted_hashes is
    'Deleted people, and their logins until somebody else signs in with them.'`,
  `comment on column deleted_hashes.hash is 'Of a person or a login. Made with PRIVACY_KEY.'`,
]
