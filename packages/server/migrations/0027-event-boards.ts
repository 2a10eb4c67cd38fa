import { type Kysely, sql } from 'kysely'

/** Events' boards are stored, each with a stamp of what it was made from: docs/walks.md, An event's boards. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) {
    await sql.raw(statement).execute(db)
  }
}

const STATEMENTS = [
  `create table game_changes (
    channel_id integer primary key references channels on delete cascade,
    changes bigint not null
  )`,
  `comment on column game_changes.changes is
    'Grows whenever the channel gets or loses games, or their results change.'`,

  `create table event_boards (
    id bigint primary key generated always as identity,
    event_id integer not null,
    channel_id integer,
    basis text not null,
    stamp text not null,
    source text check (source in ('snapshot', 'games', 'handover')),
    row_count integer not null,
    has_decimals boolean not null,
    superseded_at timestamptz
  )`,
  `create unique index event_boards_by_stamp on event_boards (event_id, coalesce(channel_id, 0), stamp)
    where superseded_at is null`,
  `create index event_boards_by_channel on event_boards (channel_id)`,
  `comment on column event_boards.channel_id is 'null: all streamers merged.'`,
  `comment on column event_boards.basis is
    'What the board was made of, but for what is held back from its reader.'`,
  `comment on column event_boards.stamp is
    'What the board was made of. A board with the stamp of now is the board of now.'`,
  `comment on column event_boards.source is 'null: the streamer has no results, or it is a merged board.'`,
  `comment on column event_boards.superseded_at is
    'Since when nobody needs it any more; it stays for a minute for those who are reading it.'`,

  // Not foreign keys: while a board is made, they would lock its event and channel against uploads.
  `create function delete_event_boards() returns trigger language plpgsql as $$
    begin
      if tg_table_name = 'events' then
        delete from event_boards where event_id in (select id from deleted_owners);
      else
        delete from event_boards where channel_id in (select id from deleted_owners);
      end if;
      return null;
    end $$`,
  ...['events', 'channels'].map(
    (table) => `create trigger delete_event_boards after delete on ${table}
      referencing old table as deleted_owners
      for each statement execute function delete_event_boards()`,
  ),

  `create table event_board_rows (
    board_id bigint not null,
    position integer not null,
    rank integer not null,
    racer_id integer not null,
    event_points numeric(20, 2) not null,
    race_points bigint,
    race_wins bigint not null,
    race_games bigint not null,
    race_high_score bigint,
    royale_points bigint,
    royale_wins bigint not null,
    royale_games bigint not null,
    royale_high_score bigint,
    kills bigint,
    eliminations bigint,
    crown_wins bigint not null,
    terms jsonb,
    primary key (board_id, position)
  )`,
  'create index event_board_rows_by_racer on event_board_rows (racer_id, board_id)',
  // Not a foreign key: checking each new row would take a third of the time for storing a board.
  `create function delete_event_board_rows() returns trigger language plpgsql as $$
    begin
      delete from event_board_rows where board_id in (select id from deleted_boards);
      return null;
    end $$`,
  `create trigger delete_event_board_rows after delete on event_boards
    referencing old table as deleted_boards
    for each statement execute function delete_event_board_rows()`,
  `comment on column event_board_rows.position is 'From 1, without gaps: a page is found by it.'`,
  `comment on column event_board_rows.rank is 'From 1; shared where tied.'`,
  `comment on column event_board_rows.terms is
    'Sum to the event points; null on a merged board, whose rows are explained by those that were merged.'`,
]
