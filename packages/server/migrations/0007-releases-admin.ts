import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) {
    await sql.raw(statement).execute(db)
  }
}

const statements = [
  // The content is stored in the data directory under its hash, so that no name reaches the file system.
  `create table installers (
    id integer primary key generated always as identity,
    file_name text not null,
    version text,
    sha256 text not null,
    size_bytes bigint not null,
    uploaded_by integer not null references users,
    uploaded_at timestamptz not null
  )`,
  // People save them on file systems that ignore letter case.
  `create unique index installers_by_name on installers (lower(file_name))`,
  `create table patch_notes (
    id integer primary key generated always as identity,
    title text not null,
    content text not null,
    created_at timestamptz not null,
    updated_at timestamptz not null
  )`,

  `create table user_reports (
    id integer primary key generated always as identity,
    reporter_id integer not null references users,
    created_at timestamptz not null,
    reason text not null,
    details text not null,
    subject_key text not null,
    season integer,
    channel_id integer references channels on delete cascade,
    event_id integer references events,
    racer_name text,
    state text not null,
    note text,
    decided_by integer references users,
    decided_at timestamptz
  )`,
  `create unique index user_reports_one_open on user_reports (reporter_id, subject_key)
    where state = 'open'`,
  `create index user_reports_by_reporter on user_reports (reporter_id, created_at)`,
  `create index user_reports_by_state on user_reports (state, id)`,

  `create table audit_log (
    id bigint primary key generated always as identity,
    at timestamptz not null,
    user_id integer not null references users,
    address text not null,
    act text not null,
    summary text not null,
    details jsonb not null
  )`,
  `create index audit_log_by_time on audit_log (at, id)`,
  `create index sessions_by_user on sessions (user_id, last_seen_at)`,
  `create index uploads_by_time on uploads (received_at, id)`,

  // A season can become the current one more than once: an admin can correct a mistake.
  `create table season_starts (
    id integer primary key generated always as identity,
    season integer not null,
    since timestamptz not null
  )`,
  `insert into season_starts (season, since)
    select number, current_since from seasons where current_since is not null
    order by current_since, number`,
  `alter table seasons drop column current_since`,

  // null: older than these columns.
  `alter table season_snapshots add column racer_count integer, add column points bigint`,
  `alter table event_snapshots add column racer_count integer, add column points numeric(16, 2)`,
]
