import { type Kysely, sql } from 'kysely'

/** What a league gives beside the points of a round: docs/decisions/170-terms-of-a-cell.md. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) {
    await sql.raw(statement).execute(db)
  }
}

const STATEMENTS = [
  'alter table event_adjustments add column bonus text, drop constraint event_adjustments_check',
  `alter table event_adjustments
    add check ((kind = 'disqualified' or bonus is not null) = (points is null)),
    add check (bonus is null or kind = 'bonus')`,
  `comment on column event_adjustments.bonus is
    'The name of a bonus of the event''s league, which says what it is worth; null: none.'`,

  `alter table event_board_rows
    add column single_games integer, add column checkpoints integer, add column participation numeric(12, 2)`,
  `comment on column event_board_rows.single_games is 'Races and royales that are not in a snapshot.'`,
  `comment on column event_board_rows.checkpoints is 'Hits of checkpoints in these.'`,
  `comment on column event_board_rows.participation is 'The part of the event points for taking part in these.'`,

  // Of boards that were frozen before, nobody knows.
  'alter table show_rows add column single_games integer, add column checkpoints integer',
  `comment on column show_rows.single_games is 'See event_board_rows; null: not known.'`,
  `comment on column show_rows.checkpoints is 'See event_board_rows; null: not known.'`,

  `create table league_game_places (
    series_id integer not null references event_series (id) on delete cascade,
    game_id bigint not null,
    racer_id integer not null references racers (id) on delete cascade,
    channel_id integer not null references channels (id) on delete cascade,
    place integer not null,
    primary key (series_id, racer_id)
  )`,
  `comment on table league_game_places is
    'The places in the game that decides between equal totals, as they were when its round became final.'`,
  'create index league_game_places_by_racer on league_game_places (racer_id)',
  'create index league_game_places_by_channel on league_game_places (channel_id)',
]
