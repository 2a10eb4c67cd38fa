import { type Kysely, sql } from 'kysely'
import type { ReportStep } from '../src/platform/database/migrate.ts'

/**
 * Racers become rows that all other tables refer to. Totals and days are stored when results arrive, so that readers
 * add nothing up. Names and colours belong to a channel. Results and days are partitioned by season.
 */
export async function up(db: Kysely<unknown>, say: ReportStep): Promise<void> {
  await run(db, SETTINGS)
  const seasons = await listSeasons(db)
  // On the first start nothing takes long.
  const report = seasons.length > 0 ? say : () => {}
  report('racers')
  await run(db, RACERS)
  await run(db, RESULTS)
  for (const { season, results } of seasons) {
    if (results > 0) {
      report(`${results.toLocaleString('en')} results of season ${season}`)
    }
    await run(db, resultsOf(season))
  }
  report('the indexes of results')
  await run(db, RESULTS_DONE)
  report("racers' totals")
  await run(db, TOTALS)
  report("racers' days")
  await run(db, DAYS)
  for (const { season } of seasons) {
    await run(db, [
      `create table racer_days_s${season} partition of racer_days for values in (${season})`,
    ])
  }
  await run(db, DAYS_DONE)
}

async function run(db: Kysely<unknown>, statements: readonly string[]): Promise<void> {
  for (const statement of statements) {
    await sql.raw(statement).execute(db)
  }
}

async function listSeasons(db: Kysely<unknown>) {
  const { rows } = await sql<{ season: number; results: number }>`
    select season, sum(results)::float8 as results
    from (
      select number as season, 0 as results from seasons
      union all select season, 0 from season_starts
      union all select value::integer, 0 from settings where key = 'dev_season' and value <> ''
      union all select season, count(*) from game_results group by season
    ) as known
    group by season order by season`.execute(db)
  return rows
}

const SETTINGS = [`set local work_mem = '128MB'`, `set local maintenance_work_mem = '256MB'`]

const RACERS = [
  `create table racers (
    id integer primary key generated always as identity,
    platform text not null,
    login text not null,
    -- As the racer writes the login; null: nobody has told.
    display_name text,
    unique (platform, login)
  )`,
  // Each select is distinct by itself; otherwise all rows would be sorted.
  `insert into racers (platform, login)
    select distinct platform, login from game_results
    union select distinct platform, login from checkpoint_hits
    union select distinct platform, login from season_racers
    union select distinct platform, login from event_racers
    order by platform, login`,
  'analyze racers',
  `create table channel_racers (
    channel_id integer not null references channels,
    racer_id integer not null,
    display_name text not null,
    -- RRGGBBAA
    color text,
    named_at timestamptz not null,
    primary key (channel_id, racer_id)
  )`,
  `insert into channel_racers (channel_id, racer_id, display_name, named_at)
    select channel_id, racer_id, display_name, finished_at
    from (
      select distinct on (named.channel_id, racer.id) named.channel_id, racer.id as racer_id,
        racer.login, named.display_name, named.finished_at
      from (
        select result.channel_id, platform, login, display_name,
          max(game.finished_at) as finished_at, max(game.id) as game_id
        from game_results as result join games as game on game.id = result.game_id
        group by result.channel_id, platform, login, display_name
      ) as named
      join racers as racer using (platform, login)
      order by named.channel_id, racer.id, named.finished_at desc, named.game_id desc
    ) as last
    where display_name <> login`,
  `update racers as racer set display_name = last.display_name
    from (
      select distinct on (named.racer_id) named.racer_id, named.display_name
      from channel_racers as named
      join racers as racer on racer.id = named.racer_id
      where lower(normalize(named.display_name)) = racer.login
      order by named.racer_id, named.named_at desc, named.channel_id
    ) as last
    where racer.id = last.racer_id`,
]

const RESULTS = [
  'alter table game_results rename to old_game_results',
  `create table game_results (
    channel_id integer not null,
    season integer not null,
    game_id bigint not null,
    racer_id integer not null,
    position integer,
    points integer,
    -- Microseconds.
    time_us bigint,
    kills integer,
    damage integer,
    eliminated boolean not null,
    is_top_tiltee boolean not null
  ) partition by list (season)`,
  'create table game_results_default partition of game_results default',
]

const resultsOf = (season: number) => [
  `create table game_results_s${season} partition of game_results for values in (${season})`,
  `insert into game_results_s${season}
    select channel_id, season, game_id, racer.id, position, points, time_us, kills, damage,
      eliminated, is_top_tiltee
    from old_game_results join racers as racer using (platform, login)
    where season = ${season}`,
]

const RESULTS_DONE = [
  'drop table old_game_results',
  'alter table game_results add primary key (channel_id, season, game_id, racer_id)',
  'create index game_results_by_racer on game_results (racer_id, season, game_id)',
  `alter table game_results add foreign key (channel_id, season, game_id) references games
    on update cascade on delete cascade`,
  'analyze game_results',

  'alter table checkpoint_hits rename to old_checkpoint_hits',
  `create table checkpoint_hits (
    channel_id integer not null,
    season integer not null,
    game_id bigint not null,
    number integer not null,
    racer_id integer not null
  )`,
  `insert into checkpoint_hits
    select channel_id, season, game_id, number, racer.id
    from old_checkpoint_hits join racers as racer using (platform, login)`,
  'drop table old_checkpoint_hits',
  `alter table checkpoint_hits
    add primary key (channel_id, season, game_id, number, racer_id),
    add foreign key (channel_id, season, game_id) references games
      on update cascade on delete cascade`,

  // The update is faster without an index.
  'alter table event_racers drop constraint event_racers_pkey, add column racer_id integer',
  `update event_racers as row set racer_id = racer.id
    from racers as racer where (racer.platform, racer.login) = (row.platform, row.login)`,
  `alter table event_racers drop column platform, drop column login,
    add primary key (event_id, channel_id, racer_id)`,
]

/**
 * The games that count, as before. Results are joined only by the game's id, which is unique: given all columns of the
 * key, the planner expects so few rows that it sorts them instead of grouping them by hash.
 */
const COUNTED = `
  from games as game
  join channels as channel on channel.id = game.channel_id
  join channel_seasons as standing
    on (standing.channel_id, standing.season) = (game.channel_id, game.season)
  join game_results as result on result.game_id = game.id
  where game.is_rankable and game.mode in ('race', 'royale')
    and (standing.source = 'games' or game.finished_at >= channel.handed_over_at)`

const COUNTED_COLUMNS = [
  'counted_race_games',
  'counted_race_wins',
  'counted_race_points',
  'races_with_points',
  'counted_royale_games',
  'counted_royale_wins',
  'counted_royale_points',
  'royales_with_points',
  'counted_kills',
  'royales_with_kills',
  'crownable_wins',
]

const TOTALS = [
  `create table racer_totals (
    channel_id integer not null,
    season integer not null,
    racer_id integer not null,
    -- What the snapshot that counts says; null where it says nothing.
    in_snapshot boolean not null default false,
    snapshot_race_points integer,
    snapshot_race_wins integer,
    snapshot_race_games integer,
    snapshot_royale_points integer,
    snapshot_royale_wins integer,
    snapshot_royale_games integer,
    snapshot_crown_wins integer,
    snapshot_kills integer,
    snapshot_damage integer,
    snapshot_eliminations integer,
    -- The games that count; of what can be unknown the sum of the known values, and their number.
    counted_race_games integer not null default 0,
    counted_race_wins integer not null default 0,
    counted_race_points bigint not null default 0,
    races_with_points integer not null default 0,
    counted_royale_games integer not null default 0,
    counted_royale_wins integer not null default 0,
    counted_royale_points bigint not null default 0,
    royales_with_points integer not null default 0,
    counted_kills bigint not null default 0,
    royales_with_kills integer not null default 0,
    -- Royales won among at least 10 marbles.
    crownable_wins integer not null default 0,
    -- All that is known.
    points bigint generated always as (
      coalesce(snapshot_race_points, 0) + coalesce(snapshot_royale_points, 0)
        + counted_race_points + counted_royale_points
    ) stored not null
  )`,
  `insert into racer_totals (channel_id, season, racer_id, in_snapshot,
      snapshot_race_points, snapshot_race_wins, snapshot_race_games,
      snapshot_royale_points, snapshot_royale_wins, snapshot_royale_games,
      snapshot_crown_wins, snapshot_kills, snapshot_damage, snapshot_eliminations,
      ${COUNTED_COLUMNS.join()})
    select channel_id, season, racer_id, coalesce(in_snapshot, false),
      race_points, race_wins, race_games, royale_points, royale_wins, royale_games,
      crown_wins, kills, damage, eliminations,
      ${COUNTED_COLUMNS.map((name) => `coalesce(${name}, 0)`).join()}
    from (
      select snapshot.*, racer.id as racer_id, true as in_snapshot
      from season_racers as snapshot join racers as racer using (platform, login)
    ) as snapshot
    full join (
      select game.channel_id, game.season, result.racer_id,
        count(*) filter (where game.mode = 'race') as counted_race_games,
        count(*) filter (where game.mode = 'race' and result.position = 1 and not result.eliminated) as counted_race_wins,
        coalesce(sum(result.points) filter (where game.mode = 'race'), 0) as counted_race_points,
        count(result.points) filter (where game.mode = 'race') as races_with_points,
        count(*) filter (where game.mode = 'royale') as counted_royale_games,
        count(*) filter (where game.mode = 'royale' and result.position = 1 and not result.eliminated) as counted_royale_wins,
        coalesce(sum(result.points) filter (where game.mode = 'royale'), 0) as counted_royale_points,
        count(result.points) filter (where game.mode = 'royale') as royales_with_points,
        coalesce(sum(result.kills) filter (where game.mode = 'royale'), 0) as counted_kills,
        count(result.kills) filter (where game.mode = 'royale') as royales_with_kills,
        count(*) filter (where game.mode = 'royale' and result.position = 1 and not result.eliminated
          and game.player_count >= 10) as crownable_wins
      ${COUNTED}
      group by game.channel_id, game.season, result.racer_id
    ) as counted using (channel_id, season, racer_id)`,
  `alter table racer_totals
    add primary key (channel_id, season, racer_id),
    add foreign key (channel_id, season) references channel_seasons on update cascade`,
  'create index racer_totals_by_racer on racer_totals (racer_id, season)',
  'drop table season_racers',
  'analyze racer_totals',
]

/** A marble day begins at noon US Eastern. The points of earlier snapshots have no day. */
const DAYS = [
  `create table racer_days (
    channel_id integer not null,
    season integer not null,
    -- -infinity: the points that belong to no day.
    day date not null,
    racer_id integer not null,
    -- What snapshots added on the day, or on one of the days up to last_day.
    snapshot_race_points bigint not null default 0,
    snapshot_royale_points bigint not null default 0,
    last_day date,
    -- The games of the day that count.
    games integer not null default 0,
    game_race_points bigint not null default 0,
    game_royale_points bigint not null default 0,
    points bigint generated always as (
      snapshot_race_points + snapshot_royale_points + game_race_points + game_royale_points
    ) stored not null,
    -- As they were when the day was closed; null: not recorded.
    points_so_far bigint,
    rank integer
  ) partition by list (season)`,
  'create table racer_days_default partition of racer_days default',
]

const DAYS_DONE = [
  `insert into racer_days (channel_id, season, day, racer_id, snapshot_race_points, snapshot_royale_points)
    select channel_id, season, '-infinity', racer_id,
      coalesce(snapshot_race_points, 0), coalesce(snapshot_royale_points, 0)
    from racer_totals
    where snapshot_race_points <> 0 or snapshot_royale_points <> 0`,
  `insert into racer_days (channel_id, season, day, racer_id, games, game_race_points, game_royale_points)
    select game.channel_id, game.season,
      (game.finished_at at time zone 'America/New_York' - interval '12 hours')::date as day,
      result.racer_id, count(*),
      coalesce(sum(result.points) filter (where game.mode = 'race'), 0),
      coalesce(sum(result.points) filter (where game.mode = 'royale'), 0)
    ${COUNTED}
    group by game.channel_id, game.season, day, result.racer_id`,
  `alter table racer_days
    add primary key (channel_id, season, day, racer_id),
    add foreign key (channel_id, season) references channel_seasons on update cascade`,
  'create index racer_days_by_racer on racer_days (racer_id, season, channel_id, day)',
  // The current day is written when it is over.
  `create table day_closings (
    id bigint not null unique generated always as identity,
    channel_id integer not null references channels,
    season integer not null,
    day date not null,
    due_at timestamptz not null,
    primary key (channel_id, season, day)
  )`,
  'create index day_closings_by_time on day_closings (due_at)',
  `insert into day_closings (channel_id, season, day, due_at)
    select distinct channel_id, season, day,
      (day + interval '1 day 12 hours 10 minutes') at time zone 'America/New_York'
    from racer_days
    where day <> '-infinity'
      and (day + interval '1 day 12 hours 10 minutes') at time zone 'America/New_York' > now()`,
  'analyze racer_days',
]
