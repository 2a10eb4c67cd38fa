import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) {
    await sql.raw(statement).execute(db)
  }
}

const statements = [
  `create table settings (
    key text primary key,
    value text not null
  )`,

  `create table users (
    id integer primary key generated always as identity,
    platform text not null,
    platform_user_id text not null,
    login text not null,
    username text not null,
    profile_image_url text,
    created_at timestamptz not null,
    unique (platform, platform_user_id)
  )`,

  // A period without a start has always been; one without an end is still going on.
  `create table login_periods (
    id integer primary key generated always as identity,
    platform text not null,
    login text not null,
    user_id integer not null references users,
    first_season integer,
    last_season integer,
    started_at timestamptz,
    ended_at timestamptz
  )`,
  `create unique index login_periods_one_owner on login_periods (platform, login)
    where ended_at is null`,
  `create index login_periods_by_login on login_periods (platform, login)`,
  `create index login_periods_by_user on login_periods (user_id)`,

  `create table admin_bindings (
    login text primary key,
    platform text not null,
    platform_user_id text not null,
    bound_at timestamptz not null
  )`,

  `create table sessions (
    id uuid primary key,
    user_id integer not null references users,
    created_at timestamptz not null,
    expires_at timestamptz not null,
    revoked_at timestamptz,
    last_seen_at timestamptz not null,
    last_seen_address text not null,
    platform_token bytea not null,
    validated_at timestamptz not null
  )`,
  `create index sessions_by_address on sessions (last_seen_address, last_seen_at)`,

  // A channel that only an admin has uploaded for has no user until its streamer signs in.
  `create table channels (
    id integer primary key generated always as identity,
    platform text not null,
    name text not null,
    login text not null,
    user_id integer unique references users
  )`,
  `create unique index channels_unbound on channels (platform, login) where user_id is null`,

  `create table seasons (
    number integer primary key
  )`,

  `create table channel_seasons (
    channel_id integer not null references channels,
    season integer not null,
    points bigint not null,
    total_games integer not null,
    points_per_game numeric(14, 2) not null,
    race_high_score integer,
    royale_high_score integer,
    marble_day date not null,
    snapshot_hash text not null,
    racer_count integer not null,
    primary key (channel_id, season)
  )`,
  `create index channel_seasons_by_season on channel_seasons (season, points)`,

  `create table season_racers (
    channel_id integer not null,
    season integer not null,
    platform text not null,
    login text not null,
    race_points integer,
    race_wins integer,
    race_games integer,
    royale_points integer,
    royale_wins integer,
    royale_games integer,
    crown_wins integer,
    kills integer,
    damage integer,
    eliminations integer,
    primary key (channel_id, season, platform, login),
    foreign key (channel_id, season) references channel_seasons
  )`,
  `create index season_racers_by_racer on season_racers (platform, login, season)`,

  `create table season_snapshots (
    id integer primary key generated always as identity,
    channel_id integer not null,
    season integer not null,
    marble_day date not null,
    received_at timestamptz not null,
    snapshot_hash text not null,
    streamer_data_gzip bytea not null,
    viewer_data_gzip bytea not null,
    foreign key (channel_id, season) references channel_seasons
  )`,
  `create index season_snapshots_by_channel on season_snapshots (channel_id, season, id)`,

  `create table upload_keys (
    user_id integer primary key references users,
    prefix text not null,
    key_hash bytea not null,
    created_at timestamptz not null,
    last_used_at timestamptz
  )`,
  `create index upload_keys_by_prefix on upload_keys (prefix)`,

  `create table uploads (
    id bigint primary key generated always as identity,
    received_at timestamptz not null,
    kind text not null,
    outcome text not null,
    status integer not null,
    code text,
    message text not null,
    address text not null,
    proof text,
    user_id integer references users,
    channel_id integer references channels,
    channel_claim text,
    season_claim text,
    content_hash text,
    size_bytes integer,
    problem_part text,
    problem_line integer,
    problem_column text,
    counts jsonb,
    warnings jsonb not null,
    parse_ms real,
    store_ms real
  )`,
  `create index uploads_by_channel on uploads (channel_id, id)`,
  `create index uploads_without_proof on uploads (address, received_at) where proof is null`,
]
