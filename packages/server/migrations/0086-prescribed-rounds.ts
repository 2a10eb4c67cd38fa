import { type Kysely, sql } from 'kysely'

/** Rounds that prescribe their games: docs/decisions/178-prescribed-rounds.md. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) {
    await sql.raw(statement).execute(db)
  }
}

const STATEMENTS = [
  'alter table events add column prescription jsonb',
  `comment on column events.prescription is
    'Which games count, for a round of a league; null: those that are rankable.'`,

  `create table prescribed_games (
    event_id integer not null references events (id) on delete cascade,
    channel_id integer not null,
    game_id bigint not null,
    refusal text,
    swapped text check (swapped in ('in', 'out')),
    primary key (event_id, game_id)
  )`,
  `comment on table prescribed_games is 'The games that finished on the days of an event with a prescription.'`,
  `comment on column prescribed_games.refusal is 'Why it does not count; null: it does.'`,
  `comment on column prescribed_games.swapped is
    'What an organiser has decided, whatever is prescribed; null: nothing.'`,
  'create index prescribed_games_by_channel on prescribed_games (channel_id, event_id)',
]
