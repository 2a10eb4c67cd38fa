import { type Kysely, sql } from 'kysely'

/** Installers' contents, which were files in the data directory until now. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) {
    await sql.raw(statement).execute(db)
  }
}

const STATEMENTS = [
  `create table installer_contents (
    id bigint primary key generated always as identity,
    sha256 text unique,
    due_at timestamptz,
    check (num_nonnulls(sha256, due_at) = 1)
  )`,
  `comment on column installer_contents.sha256 is 'Hexadecimal; null: not all of it has arrived.'`,
  `comment on column installer_contents.due_at is
    'By the database''s clock: when what has arrived is deleted; null: it is kept.'`,
  `create index installer_contents_by_time on installer_contents (due_at) where due_at is not null`,
  `create table installer_chunks (
    content_id bigint not null references installer_contents,
    number integer not null,
    bytes bytea not null,
    primary key (content_id, number)
  )`,
  // Programs are compressed already.
  'alter table installer_chunks alter column bytes set storage external',
  `comment on column installers.sha256 is
    'Hexadecimal. Names the content in installer_contents.'`,
]
