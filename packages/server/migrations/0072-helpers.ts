import { type Kysely, sql } from 'kysely'

/** Who helps to run an event or a series: docs/decisions/162-co-organisers-and-moderators.md. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) {
    await sql.raw(statement).execute(db)
  }
}

const STATEMENTS = [
  `create table helpers (
    id integer primary key generated always as identity,
    event_id integer references events on delete cascade,
    series_id integer references event_series on delete cascade,
    user_id integer not null references users on delete cascade,
    role text not null check (role in ('co-organiser', 'moderator')),
    sees_sealed_since timestamptz,
    added_by integer references users on delete set null,
    added_at timestamptz not null,
    check (num_nonnulls(event_id, series_id) = 1),
    check (role <> 'co-organiser' or sees_sealed_since is not null),
    unique (event_id, user_id),
    unique (series_id, user_id)
  )`,
  'create index helpers_by_user on helpers (user_id)',
  'create index helpers_by_adder on helpers (added_by)',
  `comment on column helpers.series_id is 'They help with each of its events, as long as it is in the series.'`,
  `comment on column helpers.sees_sealed_since is 'Since when they may see sealed results; null: they may not.'`,
  `comment on column helpers.added_by is 'null: that account was deleted.'`,
  'alter table event_participants add column seal_answered_at timestamptz',
  `comment on column event_participants.seal_answered_at is 'null: no answer yet, or one from before answers had a time.'`,
  'alter table events add column series_since timestamptz',
  `comment on column events.series_since is 'When it was added to its series; null: it was created there, or is in none.'`,
]
