import { type Kysely, sql } from 'kysely'

/** Streamers name games before they start: docs/decisions/180-named-games-and-the-message-of-a-round.md. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) {
    await sql.raw(statement).execute(db)
  }
}

const STATEMENTS = [
  `create table named_games (
    id integer primary key generated always as identity,
    event_id integer not null references events (id) on delete cascade,
    user_id integer not null references users (id) on delete cascade,
    named_at timestamptz not null,
    taken_back_at timestamptz
  )`,
  `comment on table named_games is
    'When streamers said that their next game counts in a round that lets them name its games.'`,
  `comment on column named_games.taken_back_at is
    'Games that start after it are no longer meant; null: it was not taken back.'`,
  'create index named_games_by_round on named_games (event_id, user_id)',
]
