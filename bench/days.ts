/**
 * How long a page of a past day's board takes over HTTP on 16 connections with 20,000,000 rows of days, and how much
 * disk space a year of a busy channel takes. No two calls ask for the same board, so that each must be read.
 *
 * Run with `npm run bench`; with DATABASE_URL, in a new database on that server.
 */

import { DAY_MS } from '@rollcall/formats/durations'
import type { RunningServer } from '@rollcall/server/start'
import { sql } from 'kysely'
import { CONNECTIONS, timeGets } from './calls.ts'
import { judge, MB, p99, print } from './figures.ts'
import { startMeasured } from './measured-server.ts'

const SEASON = 75
/** The days of a season, and how many of a channel's racers played on each of them. */
const DAYS = 40
const RACERS = 1_000
const GAMES_A_DAY = 60
const FIRST_DAY = '2026-01-01'
const PEOPLE = 100_000
/** How many pages of 100 racers the board of a day has. */
const PAGES = RACERS / 100
type Db = RunningServer['context']['db']

const ROWS = 20_000_000
const CHANNELS = ROWS / 40_000
const BOARDS = 2_000
const WARM_UP = 300
const MAX_MS = 100

const FILE = import.meta.url

/** Each channel's days in turn, and on each board another page. */
const paths = Array.from({ length: WARM_UP + BOARDS }, (_, board) => {
  const channel = 1 + (board % CHANNELS)
  const day = dayOfSeason(Math.floor(board / CHANNELS))
  return `/api/channels/channel_${channel}/board?of=${day}&page=${1 + (board % PAGES)}`
})

/** The server's process imports this file too, for the functions that fill its database. */
if (import.meta.main) {
  const server = await startMeasured()
  try {
    const start = performance.now()
    await server.run(FILE, 'fillDays', ROWS)
    const seconds = ((performance.now() - start) / 1_000).toFixed(0)
    print(
      `${ROWS.toLocaleString('en')} rows of days, ${server.databaseName}: filled in ${seconds} s`,
    )
    const { origin } = server
    await timeGets(origin, { paths: paths.slice(0, WARM_UP), calls: WARM_UP })
    const times = await timeGets(origin, { paths: paths.slice(WARM_UP), calls: BOARDS })
    const what = `a page of a past day's board, ${CONNECTIONS} connections, p99, ms`
    const isGood = judge(what, p99(times), { most: MAX_MS })
    const sizes = await server.run<Record<string, number>>(FILE, 'measureYear')
    for (const [table, bytes] of Object.entries(sizes))
      print(`${table}\t${(bytes / MB).toFixed(0)} MB`)
    const all = Object.values(sizes).reduce((sum, bytes) => sum + bytes, 0)
    print(`a year of a channel with 60 games a day: ${(all / MB).toFixed(0)} MB`)
    process.exitCode = isGood ? 0 : 1
  } finally {
    await server.stop()
  }
}

/** The day that is this many days after the season's first, YYYY-MM-DD. */
function dayOfSeason(days: number): string {
  return new Date(Date.parse(FIRST_DAY) + days * DAY_MS).toISOString().slice(0, 10)
}

/** Makes this many rows of days, a season for each channel. */
export async function fillDays(
  { context: { slowDb: db } }: RunningServer,
  rows: number,
): Promise<void> {
  await fillRacers(db)
  for (let channel = 1; channel <= rows / (DAYS * RACERS); channel += 1) {
    await db.transaction().execute(async (trx) => {
      const id = await makeChannel(trx, `channel_${channel}`, SEASON)
      await fillChannelDays(trx, { id, season: SEASON, days: DAYS, racers: RACERS })
    })
  }
  await sql`analyze racer_days`.execute(db)
  await sql`analyze racers`.execute(db)
}

async function fillRacers(db: Db): Promise<void> {
  await sql`
    insert into racers (platform, login, display_name)
    select 'twitch', 'racer_' || n, 'Racer_' || n
    from generate_series(1, ${PEOPLE}::integer) as n`.execute(db)
}

async function makeChannel(trx: Db, login: string, season: number): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    with channel as (
      insert into channels (platform, login, name) values ('twitch', ${login}, ${login}) returning id
    )
    insert into channel_seasons
      (channel_id, season, points, total_games, points_per_game, source, racer_count)
    select id, ${season}, 1, 1, 1, 'games', 0 from channel
    returning channel_id as id`.execute(trx)
  return rows[0]?.id ?? 0
}

async function fillChannelDays(
  trx: Db,
  { id, season, days, racers }: { id: number; season: number; days: number; racers: number },
): Promise<void> {
  // Skips the check that the channel has the season, which was created just above.
  await sql`set local session_replication_role = replica`.execute(trx)
  await sql`
    insert into racer_days
      (channel_id, season, day, racer_id, games, game_race_points, points_so_far, rank)
    select ${id}::integer, ${season}::integer, ${FIRST_DAY}::date + day, 1 + (${id}::bigint * 7919 + racer) % ${PEOPLE},
      5, (racer * 7919 + day * 31) % 2000, racer * day, racer
    from generate_series(0, ${days}::integer - 1) as day, generate_series(1, ${racers}::integer) as racer`.execute(
    trx,
  )
}

/**
 * The size of a channel's year in bytes, with indexes: nine seasons, 60 games a day of 50 racers each, and 400
 * different racers a day.
 */
export async function measureYear(
  { context: { slowDb: db } }: RunningServer,
  gamesADay = GAMES_A_DAY,
): Promise<Record<string, number>> {
  const tables = ['games', 'game_results', 'racer_totals', 'racer_days', 'channel_racers']
  await sql`
    insert into maps (key, name, creator) values ('bench', 'Marble Mountain', 'Somebody')`.execute(
    db,
  )
  const before = await readSizes(db, tables)
  for (let season = 61; season <= 69; season += 1) {
    await db.transaction().execute(async (trx) => {
      const id = await makeChannel(trx, `busy_${season}`, season)
      await fillChannelDays(trx, { id, season, days: DAYS, racers: 400 })
      await fillGames(trx, { id, season, games: DAYS * gamesADay })
    })
  }
  const after = await readSizes(db, tables)
  return Object.fromEntries(tables.map((name) => [name, (after[name] ?? 0) - (before[name] ?? 0)]))
}

async function fillGames(
  trx: Db,
  { id, season, games }: { id: number; season: number; games: number },
): Promise<void> {
  await sql`
    with game as (
      insert into games (channel_id, season, mode, game_key, content_hash, file_kind, finished_at,
        is_rankable, map_id, player_count, eliminated_count, fastest_us, session_type)
      select ${id}::integer, ${season}::integer, 'race', gen_random_uuid()::text, repeat('a', 64), 'game file', now(),
        true,
        (select id from maps where key = 'bench'), 50, 0, 60000001, 'Qualifying'
      from generate_series(1, ${games}::integer)
      returning id
    )
    insert into game_results (channel_id, season, game_id, racer_id, position, points, time_us, eliminated, is_top_tiltee)
    select ${id}::integer, ${season}::integer, game.id, 1 + (game.id * 31 + place) % 4000, place, 50 - place,
      60000000 + place, false, false
    from game, generate_series(1, 50) as place`.execute(trx)
  await sql`
    insert into racer_totals (channel_id, season, racer_id, counted_race_games, counted_race_points, races_with_points)
    select ${id}::integer, ${season}::integer, n, 30, 500, 30 from generate_series(1, 4000) as n`.execute(
    trx,
  )
  await sql`
    insert into channel_racers (channel_id, racer_id, display_name, color, named_at)
    select ${id}::integer, n, 'Racer_' || n, 'FFFFFFFF', now()
    from generate_series(1, case when ${season} = 61 then 4000 else 0 end) as n`.execute(trx)
}

async function readSizes(db: Db, tables: readonly string[]): Promise<Record<string, number>> {
  const { rows } = await sql<{ name: string; bytes: number }>`
    select name, sum(pg_total_relation_size(coalesce(relid, name::regclass)))::float8 as bytes
    from unnest(${tables}::text[]) as name left join lateral pg_partition_tree(name::regclass) on true
    group by name`.execute(db)
  return Object.fromEntries(rows.map(({ name, bytes }) => [name, bytes]))
}
