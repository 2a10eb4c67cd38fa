import { type Kysely, sql } from 'kysely'

/** What the first rows of a league win: docs/decisions/167-prizes-and-the-next-season.md. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) {
    await sql.raw(statement).execute(db)
  }
}

const STATEMENTS = [
  `alter table event_series add column league_prizes text[] not null default '{}'`,
  `comment on column event_series.league_prizes is 'What its ranks win, from the first on.'`,

  `create table league_passed_over (
    id integer primary key generated always as identity,
    series_id integer not null references event_series (id) on delete cascade,
    user_id integer references users (id) on delete cascade,
    racer_id integer references racers (id) on delete cascade,
    later_channel_id integer references channels (id) on delete cascade,
    reason text not null check (reason in ('won_before', 'not_eligible', 'declined')),
    check (num_nonnulls(user_id, racer_id) = 1),
    check (later_channel_id is null or racer_id is not null),
    unique nulls not distinct (series_id, user_id, racer_id, later_channel_id)
  )`,
  `comment on table league_passed_over is 'Rows of leagues that win no prizes.'`,
  `comment on column league_passed_over.user_id is 'The person whose row it is; null: it is about a login.'`,
  `comment on column league_passed_over.later_channel_id is
    'The row has what a hidden racer has on that channel; null: it does not.'`,
  'create index league_passed_over_by_user on league_passed_over (user_id)',
  'create index league_passed_over_by_racer on league_passed_over (racer_id)',
  'create index league_passed_over_by_channel on league_passed_over (later_channel_id)',
]
