import { type Kysely, sql } from 'kysely'

/** An event's show with the board that it was started on, and the links that need no sign-in. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) {
    await sql.raw(statement).execute(db)
  }
}

const STATEMENTS = [
  // The first change inserts the row; until then, everything has its default.
  `create table shows (
    event_id integer primary key references events on delete cascade,
    is_sealed boolean not null default false,
    is_public boolean not null default false,
    is_listed boolean not null default false,
    pauses_overlays boolean not null default false,
    public_token text unique,
    overlay_token text unique,
    phase text not null default 'waiting'
      check (phase in ('waiting', 'rehearsal', 'live', 'final')),
    version integer not null default 0,
    -- The last version that others than the organiser may see.
    seen_version integer not null default 0,
    board_user_id integer references users,
    start_rank integer not null default 11,
    reached integer,
    is_podium_open boolean not null default false,
    moved_at timestamptz,
    blur_ms integer not null default 0,
    -- By channel what the board was made of.
    results jsonb not null default '{}'
  )`,
  `create table show_rows (
    event_id integer not null references shows on delete cascade,
    position integer not null,
    rank integer not null,
    racer_name text not null,
    event_points numeric(14, 2) not null,
    terms jsonb not null,
    primary key (event_id, position)
  )`,
  'create index show_rows_by_rank on show_rows (event_id, rank)',
  'create index show_rows_by_racer on show_rows (event_id, racer_name)',
  `create table channel_overlays (
    user_id integer primary key references users,
    token text not null unique
  )`,
]
