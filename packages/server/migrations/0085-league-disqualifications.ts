import { type Kysely, sql } from 'kysely'

/** Disqualified from a whole league: docs/decisions/175-disqualified-from-a-league.md. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) {
    await sql.raw(statement).execute(db)
  }
}

const STATEMENTS = [
  `create table league_disqualifications (
    id integer primary key generated always as identity,
    series_id integer not null references event_series (id) on delete cascade,
    user_id integer references users (id) on delete cascade,
    racer_id integer references racers (id) on delete cascade,
    later_channel_id integer references channels (id) on delete cascade,
    reason text not null check (
      reason in ('wrong-map', 'left-early', 'second-account', 'unfair-play', 'organisers-mistake', 'other')
    ),
    note text,
    author_id integer not null references users (id),
    at timestamptz not null,
    check (num_nonnulls(user_id, racer_id) = 1),
    check (later_channel_id is null or racer_id is not null),
    unique nulls not distinct (series_id, user_id, racer_id, later_channel_id)
  )`,
  `comment on table league_disqualifications is 'Rows of leagues that are disqualified from the whole league.'`,
  `comment on column league_disqualifications.user_id is 'The person whose row it is; null: it is about a login.'`,
  `comment on column league_disqualifications.later_channel_id is
    'The row has what a hidden racer has on that channel; null: it does not.'`,
  `comment on column league_disqualifications.note is
    'For organisers and the person concerned; null: none, or it went with an account.'`,
  'create index league_disqualifications_by_user on league_disqualifications (user_id)',
  'create index league_disqualifications_by_racer on league_disqualifications (racer_id)',
  'create index league_disqualifications_by_channel on league_disqualifications (later_channel_id)',
  'create index league_disqualifications_by_author on league_disqualifications (author_id)',
]
