import { type Kysely, sql } from 'kysely'

/** Divisions of a league: docs/decisions/171-divisions-of-a-league.md. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) {
    await sql.raw(statement).execute(db)
  }
}

const STATEMENTS = [
  `create table divisions (
    id integer primary key generated always as identity,
    series_id integer not null references event_series (id) on delete cascade,
    name text not null,
    position integer not null,
    unique (id, series_id)
  )`,
  'create index divisions_by_series on divisions (series_id)',

  // A number is the range from it to itself, because ranges have such an index without an extension.
  `create table division_members (
    id integer primary key generated always as identity,
    division_id integer not null,
    series_id integer not null,
    user_id integer references users (id) on delete cascade,
    racer_id integer references racers (id) on delete cascade,
    later_channel_id integer references channels (id) on delete cascade,
    joined_at timestamptz not null,
    left_at timestamptz,
    foreign key (division_id, series_id) references divisions (id, series_id) on delete cascade,
    check (num_nonnulls(user_id, racer_id) = 1),
    check (later_channel_id is null or racer_id is not null),
    check (left_at is null or left_at >= joined_at),
    constraint person_in_one_division exclude using gist (
      int4range(series_id, series_id, '[]') with &&,
      int4range(user_id, user_id, '[]') with &&,
      tstzrange(joined_at, left_at) with &&
    ) where (user_id is not null),
    constraint login_in_one_division exclude using gist (
      int4range(series_id, series_id, '[]') with &&,
      int4range(racer_id, racer_id, '[]') with &&,
      int4range(coalesce(later_channel_id, 0), coalesce(later_channel_id, 0), '[]') with &&,
      tstzrange(joined_at, left_at) with &&
    ) where (racer_id is not null)
  )`,
  `comment on table division_members is 'Which rows are or were in a division of a league.'`,
  `comment on column division_members.user_id is 'The person whose row it is; null: it is about a login.'`,
  `comment on column division_members.later_channel_id is
    'The row has what a hidden racer has on that channel; null: it does not.'`,
  `comment on column division_members.joined_at is 'Rounds that open from then on find the row in the division.'`,
  `comment on column division_members.left_at is 'null: it is still in the division.'`,
  'create index division_members_by_division on division_members (division_id, series_id)',
  'create index division_members_by_series on division_members (series_id)',
  'create index division_members_by_user on division_members (user_id)',
  'create index division_members_by_racer on division_members (racer_id)',
  'create index division_members_by_channel on division_members (later_channel_id)',
]
