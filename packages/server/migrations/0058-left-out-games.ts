import { type Kysely, sql } from 'kysely'

/** Games that admins leave out of rankings: docs/decisions/143-left-out-games.md. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) {
    await sql.raw(statement).execute(db)
  }
}

const STATEMENTS = [
  `create table left_out_games (
    channel_id integer not null,
    season integer not null,
    game_id bigint not null,
    reason text not null check (reason in ('wrong-result', 'cheating', 'test', 'counted-twice', 'other')),
    left_out_at timestamptz not null,
    left_out_by integer not null references users,
    report_id integer references user_reports on delete set null,
    primary key (channel_id, season, game_id),
    foreign key (channel_id, season, game_id) references games on update cascade on delete cascade
  )`,
  `comment on table left_out_games is 'Games that would be rankable, if an admin had not left them out of rankings.'`,
  `comment on column left_out_games.report_id is 'The report that was the reason; null: there was none.'`,
  'create index left_out_games_by_report on left_out_games (report_id)',

  // The release before does not know of this table when it completes a game from its own files.
  `create function keep_left_out() returns trigger language plpgsql as $$
    begin
      new.is_rankable := not exists (
        select from left_out_games
        where channel_id = new.channel_id and season = new.season and game_id = new.id
      );
      return new;
    end $$`,
  `create trigger keep_left_out before update of is_rankable on games for each row
    when (new.is_rankable) execute function keep_left_out()`,
]
