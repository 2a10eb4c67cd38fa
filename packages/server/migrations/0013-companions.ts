import { type Kysely, sql } from 'kysely'

/** Rollcall Companions on streamers' computers, each with its own upload key, and the codes that connect them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) {
    await sql.raw(statement).execute(db)
  }
}

const STATEMENTS = [
  // Disconnected companions stay, so that they learn of it and their keys are never valid again.
  `create table companions (
    id integer primary key generated always as identity,
    user_id integer not null references users,
    key_hash bytea not null unique,
    computer_name text not null,
    version text not null,
    connected_at timestamptz not null,
    disconnected_at timestamptz,
    last_seen_at timestamptz not null,
    is_folder_found boolean,
    newest_file_at timestamptz,
    outbox_count integer
  )`,
  `create index companions_by_user on companions (user_id)`,

  // One code for each key. It waits until it has an answer; once confirmed, it names the companion that was connected.
  `create table companion_codes (
    user_code text primary key,
    device_code_hash bytea not null unique,
    key_hash bytea not null unique,
    computer_name text not null,
    version text not null,
    address text not null,
    expires_at timestamptz not null,
    answered_by integer references users,
    companion_id integer references companions,
    check (companion_id is null or answered_by is not null)
  )`,
  `create index companion_codes_by_expiry on companion_codes (expires_at)`,

  `alter table uploads add column companion_id integer references companions`,
  `create index uploads_by_companion on uploads (companion_id, id) where companion_id is not null`,
]
