import { type Kysely, sql } from 'kysely'

/** What viewers see of a show and when. While viewers follow with a delay, an event has several frozen boards. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) {
    await sql.raw(statement).execute(db)
  }
}

const STATEMENTS = [
  // A board's number is the version of the move that froze it; boards that were frozen before the update have 0.
  `alter table show_rows
    add column board integer not null default 0,
    drop constraint show_rows_pkey,
    add primary key (event_id, board, position)`,
  'alter table show_rows alter column board drop default',
  'drop index show_rows_by_rank',
  'drop index show_rows_by_racer',
  'create index show_rows_by_rank on show_rows (event_id, board, rank)',
  'create index show_rows_by_racer on show_rows (event_id, board, racer_name)',
  `alter table shows
    add column board integer,
    -- By the database's clock, as the steps are: until then moves are refused.
    add column clears_at timestamptz,
    add column viewers_delay_s integer not null default 0 check (viewers_delay_s between 0 and 60)`,
  "update shows set board = 0 where phase <> 'waiting'",
  // The old values covered more than the results, so everything would look new.
  "update shows set results = '{}'",
  `create table show_steps (
    id integer primary key generated always as identity,
    event_id integer not null references shows on delete cascade,
    version integer not null,
    phase text not null check (phase in ('waiting', 'live', 'final')),
    board integer,
    board_user_id integer references users,
    start_rank integer not null,
    reached integer,
    is_podium_open boolean not null,
    blur_ms integer not null,
    -- When viewers may see it, and when they heard of it.
    due_at timestamptz not null,
    announced_at timestamptz,
    unique (event_id, version)
  )`,
  'create index show_steps_not_announced on show_steps (due_at) where announced_at is null',
  `insert into show_steps (event_id, version, phase, board, board_user_id, start_rank, reached,
      is_podium_open, blur_ms, due_at, announced_at)
    select event_id, seen_version,
      case when phase in ('live', 'final') then phase else 'waiting' end,
      case when phase in ('live', 'final') then board end,
      board_user_id, start_rank,
      case when phase in ('live', 'final') then reached end,
      phase in ('live', 'final') and is_podium_open,
      blur_ms, now(), now()
    from shows
    where seen_version > 0`,
  'alter table shows drop column seen_version',
]
