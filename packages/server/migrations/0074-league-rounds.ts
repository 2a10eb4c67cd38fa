import { type Kysely, sql } from 'kysely'

/** Rounds of leagues become final: docs/decisions/164-rounds-become-final.md. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) {
    await sql.raw(statement).execute(db)
  }
}

const STATEMENTS = [
  `create table league_rounds (
    series_id integer not null references event_series (id) on delete cascade,
    event_id integer not null references events (id) on delete cascade,
    ended_at timestamptz,
    voided_reason text,
    open_since timestamptz,
    final_at timestamptz,
    board integer,
    previous_board integer,
    seen_hash text,
    primary key (series_id, event_id),
    check ((final_at is null) = (board is null))
  )`,
  `comment on table league_rounds is 'What organisers, or time, decided about rounds; most rounds have no row.'`,
  `comment on column league_rounds.ended_at is 'Since when its organiser has said that everybody has raced.'`,
  `comment on column league_rounds.voided_reason is 'Why it does not count, for everybody; null: it does.'`,
  `comment on column league_rounds.open_since is
    'Since when it has had results that everybody on its board may see; null: not known, or they may not.'`,
  `comment on column league_rounds.previous_board is
    'The one before its last revision, so that people who are no longer on its board can object.'`,
  `comment on column league_rounds.board is 'Its frozen board, in show_rows; those that a show has not frozen are below 0.'`,
  `comment on column league_rounds.seen_hash is
    'Covers the results that the board has, or that its organiser declined; null: not known.'`,
  'create index league_rounds_by_event on league_rounds (event_id)',

  `create table league_revisions (
    series_id integer not null,
    event_id integer not null,
    number integer not null,
    reason text not null,
    published_at timestamptz not null,
    published_by integer references users (id) on delete set null,
    primary key (series_id, event_id, number),
    foreign key (series_id, event_id) references league_rounds (series_id, event_id) on delete cascade
  )`,
  `comment on table league_revisions is 'Changes of final rounds, for everybody.'`,
  'create index league_revisions_by_user on league_revisions (published_by)',

  // Of boards that a show froze before, nobody knows the games any more.
  'alter table show_rows add column racer_id integer, add column games integer',
  `comment on column show_rows.racer_id is 'null: an invented racer.'`,
  `comment on column show_rows.games is 'How many the racer played; null: not known.'`,
  `update show_rows as row set racer_id = racer.id from racers as racer
  where row.racer_name = racer.login || case racer.platform
    when 'twitch' then '' when 'youtube' then ' (YouTube)' when 'tiktok' then ' (TikTok)'
    else ' (' || upper(left(racer.platform, 1)) || substr(racer.platform, 2) || ')'
  end`,
  'create index show_rows_without_racer on show_rows (event_id, board) where racer_id is null',
  'create index show_rows_by_racer_id on show_rows (racer_id) where racer_id is not null',
]
