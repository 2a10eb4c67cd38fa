/**
 * How long the update takes that turns an older version's data into standings, and how large the database is
 * afterwards: about 5,000,000 results in games of 50 racers, on 100 channels in 3 seasons; on every other channel,
 * games count in addition to a snapshot.
 *
 * Run with `node bench/migration.ts`, on the built-in PostgreSQL in a temporary directory. Prints what a terminal
 * shows during the update, with times. There is no bound.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { migrateDatabase, migrateDatabaseTo } from '@rollcall/server/platform/database/migrate'
import { openPatientDatabase } from '@rollcall/server/platform/database/open-database'
import { print } from './figures.ts'

const CHANNELS = 100
const SEASONS = [73, 74, 75]
/** Games of a channel in a season: on one evening a week, each with 50 of the racers who are there. */
const GAMES = 334
const GAMES_PER_EVENING = 20
const RACERS_PER_GAME = 50
const RACERS_PER_EVENING = 200
const RESULTS = CHANNELS * SEASONS.length * GAMES * RACERS_PER_GAME
/** How many of all people race on a channel. */
const PEOPLE = 50_000
const RACERS_PER_CHANNEL = 2_000
const CHECKPOINT_HITS = 1_000_000

const personNumber = (channel: string, number: string) =>
  `(${channel} * 467 + (${number}) % ${RACERS_PER_CHANNEL}) % ${PEOPLE}`

const ROWS = [
  `insert into seasons select unnest(array[${SEASONS}])`,
  `insert into channels (platform, login, name, handed_over_at)
    select 'twitch', 'channel_' || n, 'Channel_' || n, case when n % 2 = 0 then now() - interval '100 days' end
    from generate_series(1, ${CHANNELS}) as n`,
  `insert into channel_seasons (channel_id, season, points, total_games, points_per_game, source, marble_day,
      snapshot_hash, racer_count)
    select id, season, 0, 0, 0, case when id % 2 = 0 then 'snapshot' else 'games' end,
      case when id % 2 = 0 then date '2026-01-01' end, case when id % 2 = 0 then '' end,
      case when id % 2 = 0 then ${RACERS_PER_CHANNEL} else 0 end
    from channels, unnest(array[${SEASONS}]) as season`,
  `insert into season_racers (channel_id, season, platform, login, race_points, race_wins, race_games,
      royale_points, royale_wins, royale_games, crown_wins)
    select channel_id, season, 'twitch', 'racer_' || ${personNumber('channel_id', 'n')}, n % 900, 1, 20, 50, 1, 5, 0
    from channel_seasons, generate_series(1, ${RACERS_PER_CHANNEL}) as n
    where source = 'snapshot'`,
  `insert into games (channel_id, season, mode, game_key, content_hash, finished_at, is_rankable, player_count)
    select id, season, case when n % 3 = 0 then 'royale' else 'race' end, season || ' ' || n, '',
      now() - (${SEASONS.at(-1)} + 1 - season) * interval '120 days' + n / ${GAMES_PER_EVENING} * interval '7 days'
        + n % ${GAMES_PER_EVENING} * interval '6 minutes',
      true, ${RACERS_PER_GAME}
    from unnest(array[${SEASONS}]) as season, generate_series(1, ${GAMES}) as n, channels`,
  // Indexes are made afterwards: filling them in this order would take longer than the update.
  'alter table game_results drop constraint game_results_pkey',
  'drop index game_results_by_racer',
  `insert into game_results (channel_id, season, game_id, platform, login, display_name, position, points, time_us,
      eliminated, kills, damage, is_top_tiltee)
    select channel_id, season, id, 'twitch', 'racer_' || person, case when person % 3 = 0 then 'racer_' else 'Racer_' end || person, place,
      ${RACERS_PER_GAME} - place, 60000000 + place, false, place % 5, place * 7, false
    from games
    cross join lateral (select split_part(game_key, ' ', 2)::integer as n) as game
    cross join generate_series(1, ${RACERS_PER_GAME}) as place
    cross join lateral (
      select ${personNumber(
        'channel_id',
        `n / ${GAMES_PER_EVENING} * 113 + (place * ${RACERS_PER_EVENING / RACERS_PER_GAME} + n) % ${RACERS_PER_EVENING}`,
      )} as person
    ) as racer`,
  'alter table game_results add primary key (channel_id, season, game_id, platform, login)',
  'create index game_results_by_racer on game_results (platform, login)',
  `insert into checkpoint_hits (channel_id, season, game_id, number, platform, login)
    select channel_id, season, game_id, 1, platform, login from game_results limit ${CHECKPOINT_HITS}`,
  'analyze',
]

const dataDir = await mkdtemp(path.join(tmpdir(), 'rollcall-bench-'))
const database = await openPatientDatabase({ databaseUrl: undefined, dataDir, warn: print })
try {
  await migrateDatabaseTo(database, '0023-leaving-and-pressing')
  for (const statement of ROWS) {
    await database.pool.query(statement)
  }
  print(`${RESULTS.toLocaleString('en')} results, ${await sizeInMb()} MB`)
  const start = performance.now()
  const seconds = () => ((performance.now() - start) / 1_000).toFixed(0)
  await migrateDatabase(database, { report: (step) => print(`${seconds()} s: ${step} …`) })
  print(`${seconds()} s, ${await sizeInMb()} MB`)
} finally {
  await database.close()
  await rm(dataDir, { recursive: true, force: true })
}

async function sizeInMb(): Promise<string> {
  const { rows } = await database.pool.query<{ mb: string }>(
    'select round(pg_database_size(current_database()) / 1e6) as mb',
  )
  return rows[0]?.mb ?? ''
}
