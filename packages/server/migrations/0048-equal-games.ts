import { type Kysely, sql } from 'kysely'

/**
 * Which kind of file a game came from, and what else tells equal games apart:
 * docs/decisions/122-equal-games.md.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) {
    await sql.raw(statement).execute(db)
  }
}

const FILE_KIND = (game: string) => `case
    when ${game}.game_key like 'log %' then 'day log'
    when ${game}.game_key = ${game}.content_hash then 'legacy file'
    else 'game file'
  end`

const STATEMENTS = [
  `alter table games
    add column file_kind text,
    add column summary_hash text,
    add column given_finish timestamptz`,
  `comment on column games.file_kind is 'What the game was read from.'`,
  `comment on column games.summary_hash is
    'A hash of what a legacy level''s own file says; null: it did not arrive, or before we kept its hash.'`,
  `comment on column games.given_finish is
    'The finish according to the files or a sender; null: nobody gave it. Games far apart are not the same.'`,
  // Whether the sender of a legacy game gave the time was not stored.
  `update games as game
    set file_kind = ${FILE_KIND('game')},
      given_finish = case when game.game_key <> game.content_hash then game.finished_at end`,

  // The release before names no kind when it stores a game.
  `create function set_file_kind() returns trigger language plpgsql as $$
    begin
      new.file_kind := ${FILE_KIND('new')};
      return new;
    end $$`,
  `create trigger set_file_kind before insert on games for each row
    when (new.file_kind is null) execute function set_file_kind()`,
  `alter table games
    alter column file_kind set not null,
    add check (file_kind in ('game file', 'legacy file', 'day log'))`,

  'create index games_by_content on games (channel_id, content_hash)',
  'create index games_by_given_finish on games (channel_id, given_finish)',

  `create table offered_games (
    id bigint primary key generated always as identity,
    upload_id bigint not null references uploads on delete cascade,
    channel_id integer not null,
    season integer not null,
    game_id bigint not null,
    finished_at timestamptz not null,
    given_finish timestamptz,
    own_season integer not null,
    level integer,
    level_passed boolean,
    is_rankable boolean not null,
    summary_hash text,
    hits_hash text,
    counted_by bigint references uploads on delete set null,
    foreign key (channel_id, season, game_id) references games
      on update cascade on delete cascade
  )`,
  `comment on table offered_games is
    'Uploaded games that count as one with an equal stored game until their streamer says that they are another.'`,
  `comment on column offered_games.game_id is 'The stored game, whose results are equal.'`,
  `comment on column offered_games.own_season is 'The season of the uploaded game.'`,
  `comment on column offered_games.counted_by is
    'The receipt with which it was counted as another game; null: it was not.'`,
  'create index offered_games_by_upload on offered_games (upload_id)',
  'create index offered_games_by_game on offered_games (channel_id, season, game_id)',
  'create index offered_games_by_receipt on offered_games (counted_by) where counted_by is not null',

  `create table offered_hits (
    offer_id bigint not null references offered_games on delete cascade,
    number integer not null,
    racer_id integer not null,
    primary key (offer_id, number, racer_id)
  )`,
]
