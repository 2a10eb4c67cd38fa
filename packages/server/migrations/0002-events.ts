import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) {
    await sql.raw(statement).execute(db)
  }
}

const statements = [
  // A game belongs to the season that was current when it finished.
  `alter table seasons add column current_since timestamptz`,
  // A channel's numbers in a season come from its snapshot or else from its games, which have no day and no hash.
  `alter table channel_seasons
    add column source text not null default 'snapshot',
    alter column marble_day drop not null,
    alter column snapshot_hash drop not null`,
  `alter table channel_seasons alter column source drop default`,

  // All versions are kept: a finished event stays on the version that its default configuration had when it ended.
  `create table leaderboard_configurations (
    id integer primary key generated always as identity,
    owner_id integer references users,
    is_default boolean not null,
    name text not null,
    version integer not null
  )`,
  `create index leaderboard_configurations_by_owner on leaderboard_configurations (owner_id)`,
  `create table leaderboard_configuration_versions (
    configuration_id integer not null references leaderboard_configurations on delete cascade,
    version integer not null,
    config jsonb not null,
    created_at timestamptz not null,
    primary key (configuration_id, version)
  )`,

  `create table event_series (
    id integer primary key generated always as identity,
    name text not null,
    created_by integer not null references users
  )`,
  `create index event_series_by_creator on event_series (created_by)`,

  // The days are whole days in the event's time zone, from which the instants follow.
  `create table events (
    id integer primary key generated always as identity,
    series_id integer references event_series,
    name text not null,
    created_by integer not null references users,
    configuration_id integer not null references leaderboard_configurations,
    first_day date not null,
    last_day date not null,
    time_zone text not null,
    starts_at timestamptz not null,
    ends_at timestamptz not null
  )`,
  `create index events_by_series on events (series_id)`,
  `create index events_by_creator on events (created_by)`,
  `create index events_by_configuration on events (configuration_id)`,
  `create table event_participants (
    event_id integer not null references events,
    user_id integer not null references users,
    primary key (event_id, user_id)
  )`,
  `create index event_participants_by_user on event_participants (user_id)`,

  `create table event_standings (
    event_id integer not null references events,
    channel_id integer not null references channels,
    snapshot_hash text not null,
    racer_count integer not null,
    received_at timestamptz not null,
    primary key (event_id, channel_id)
  )`,
  `create table event_racers (
    event_id integer not null,
    channel_id integer not null,
    platform text not null,
    login text not null,
    event_points numeric(14, 2) not null,
    race_points integer,
    race_wins integer,
    race_games integer,
    royale_points integer,
    royale_wins integer,
    royale_games integer,
    crown_wins integer,
    kills integer,
    damage numeric(14, 3),
    eliminations integer,
    primary key (event_id, channel_id, platform, login),
    foreign key (event_id, channel_id) references event_standings
  )`,
  `create table event_snapshots (
    id integer primary key generated always as identity,
    event_id integer not null,
    channel_id integer not null,
    received_at timestamptz not null,
    snapshot_hash text not null,
    event_data_gzip bytea not null,
    foreign key (event_id, channel_id) references event_standings
  )`,
  `create index event_snapshots_by_channel on event_snapshots (event_id, channel_id, id)`,

  `create table games (
    channel_id integer not null references channels,
    season integer not null,
    id bigint not null generated always as identity,
    mode text not null,
    game_key text not null,
    content_hash text not null,
    finished_at timestamptz not null,
    is_rankable boolean not null,
    session_type text,
    map_name text,
    map_creator text,
    level integer,
    level_passed boolean,
    player_count integer not null,
    hits_hash text,
    primary key (channel_id, season, id),
    unique (channel_id, mode, game_key)
  )`,
  `create index games_by_finish on games (channel_id, finished_at)`,
  `create table game_results (
    channel_id integer not null,
    season integer not null,
    game_id bigint not null,
    platform text not null,
    login text not null,
    display_name text not null,
    position integer,
    points integer,
    time_us bigint,
    eliminated boolean not null,
    kills integer,
    damage integer,
    is_top_tiltee boolean not null,
    primary key (channel_id, season, game_id, platform, login),
    foreign key (channel_id, season, game_id) references games
      on update cascade on delete cascade
  )`,
  `create index game_results_by_racer on game_results (platform, login)`,
  `create table checkpoint_hits (
    channel_id integer not null,
    season integer not null,
    game_id bigint not null,
    number integer not null,
    platform text not null,
    login text not null,
    primary key (channel_id, season, game_id, number, platform, login),
    foreign key (channel_id, season, game_id) references games
      on update cascade on delete cascade
  )`,
]
