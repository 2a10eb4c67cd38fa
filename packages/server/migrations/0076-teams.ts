import { type Kysely, sql } from 'kysely'

/** Teams of a league: docs/decisions/166-teams-of-a-league.md. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) {
    await sql.raw(statement).execute(db)
  }
}

const STATEMENTS = [
  `create table teams (
    id integer primary key generated always as identity,
    series_id integer not null references event_series (id) on delete cascade,
    name text not null,
    color text not null,
    captain_id integer references users (id) on delete set null,
    token text not null unique,
    created_at timestamptz not null,
    unique (id, series_id)
  )`,
  `comment on column teams.captain_id is 'null: organisers decide who joins.'`,
  `comment on column teams.token is 'In the address at which people ask to join.'`,
  'create unique index teams_by_name on teams (series_id, lower(name))',
  'create index teams_by_captain on teams (captain_id)',

  // A number is the range from it to itself, because ranges have such an index without an extension.
  `create table team_members (
    id integer primary key generated always as identity,
    team_id integer not null,
    series_id integer not null,
    user_id integer not null references users (id) on delete cascade,
    asked_at timestamptz not null,
    joined_at timestamptz,
    left_at timestamptz,
    foreign key (team_id, series_id) references teams (id, series_id) on delete cascade,
    check (left_at is null or (joined_at is not null and left_at >= joined_at)),
    constraint one_team_at_an_instant exclude using gist (
      int4range(series_id, series_id, '[]') with &&,
      int4range(user_id, user_id, '[]') with &&,
      tstzrange(joined_at, left_at) with &&
    ) where (joined_at is not null)
  )`,
  `comment on table team_members is 'Who is or was in a team, and who asks to be.'`,
  `comment on column team_members.joined_at is 'null: the person has asked, and nobody has decided.'`,
  `comment on column team_members.left_at is 'null: the person is still in the team, or still asks.'`,
  `create unique index team_members_present on team_members (series_id, user_id)
  where left_at is null`,
  'create index team_members_by_team on team_members (team_id, series_id)',
  'create index team_members_by_user on team_members (user_id)',
]
