import { type Kysely, sql } from 'kysely'

/** Keys by which programs of others read, and the addresses of people's calendars. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) {
    await sql.raw(statement).execute(db)
  }
}

const STATEMENTS = [
  `create table api_keys (
    id integer primary key generated always as identity,
    user_id integer not null references users on delete cascade,
    name text not null,
    prefix text not null,
    key_hash bytea not null unique,
    scopes text[] not null,
    created_at timestamptz not null,
    last_used_at timestamptz
  )`,
  'create index api_keys_by_user on api_keys (user_id)',
  `comment on column api_keys.prefix is 'How the key begins; the whole key is not stored.'`,
  `comment on column api_keys.last_used_at is 'To the minute; null: never.'`,

  `create table calendar_links (
    user_id integer primary key references users on delete cascade,
    token text not null unique
  )`,
]
