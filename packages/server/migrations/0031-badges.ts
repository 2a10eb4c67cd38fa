import { type Kysely, sql } from 'kysely'

/** What racers have earned, and what is to be looked at again: docs/scoring.md, Badges. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) {
    await sql.raw(statement).execute(db)
  }
}

/** Whose: a user's under all of their logins, or a racer's whose login nobody has owned. */
const OWNER = `
  user_id integer references users on delete cascade,
  racer_id integer,
  check (num_nonnulls(user_id, racer_id) = 1)`

const STATEMENTS = [
  `create table racer_badges (
    ${OWNER},
    key text not null,
    subject text not null default '',
    game_id bigint,
    facts jsonb not null,
    given_at timestamptz not null,
    taken_back_at timestamptz,
    unique nulls not distinct (user_id, racer_id, key, subject)
  )`,
  `create index racer_badges_by_subject on racer_badges (key, subject) where subject <> ''`,
  `comment on column racer_badges.subject is
    'Of a title, which one it is: a season, an event or a map; empty where a racer can have one of the kind.'`,
  `comment on column racer_badges.game_id is 'The game that earned it; null: none did.'`,
  `comment on column racer_badges.given_at is
    'When it was first given, which never changes: nobody is congratulated twice.'`,
  `comment on column racer_badges.taken_back_at is 'null: the racer has it.'`,

  `create table badge_progress (
    ${OWNER},
    last_finished_at timestamptz not null,
    last_game_id bigint not null,
    progress jsonb not null,
    unique nulls not distinct (user_id, racer_id)
  )`,
  `comment on column badge_progress.last_finished_at is
    'Of the last game in it: one that finished later can be added, for any other all are read again.'`,

  `create table badge_checks (
    id bigint primary key generated always as identity,
    kind text not null check (kind in ('games', 'season', 'event', 'walk')),
    due_at timestamptz not null default now(),
    racer_ids integer[],
    game_ids bigint[],
    are_new boolean,
    season integer,
    channel_id integer,
    event_id integer
  )`,
  'create index badge_checks_by_time on badge_checks (due_at, id)',
  `comment on column badge_checks.racer_ids is
    'Whose games are to be looked at; of a walk the last racer that was.'`,
  `comment on column badge_checks.game_ids is
    'Those that came, or have changed; they may be gone by now.'`,
  `comment on column badge_checks.are_new is
    'Nothing but new games has changed, so that they can be added to what is known.'`,
  `comment on column badge_checks.channel_id is 'null: all channels of the season.'`,

  `create table badge_versions (
    version integer primary key
  )`,
  `comment on table badge_versions is
    'Versions of the definitions of badges by which all games have been, or are being, looked at.'`,
]
