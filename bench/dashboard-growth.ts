/**
 * Whether a racer's dashboard slows down as others race: every dashboard call for a racer with 600 rows (3 seasons in
 * 200 channels) over HTTP on 16 connections, with 1,000,000 and with 5,000,000 racer rows in the database.
 *
 * Run with `npm run bench`; with DATABASE_URL, in new databases on that server. Each size has its own server, and
 * they are measured in many short turns, so that other load on the machine affects all of them, and a stall only one
 * turn. Prints the 99th percentile of each call, as the median over its turns.
 */

import { openApiClient } from '@rollcall/demo/api-client'
import type { RunningServer } from '@rollcall/server/start'
import { sql } from 'kysely'
import { CONNECTIONS, timeGets } from './calls.ts'
import { median, p99, print } from './figures.ts'
import { type MeasuredServer, startMeasured } from './measured-server.ts'

const RACER = 'bench_racer'
/** The racer's channels in each season: 600 rows, each among the other rows of its channel. */
const CHANNELS = 200
const SEASONS = [73, 74, 75]
const ROWS_PER_CHANNEL = 500
/** The server's statements must not take longer than a request may. */
const CHANNELS_PER_STATEMENT = 30
/** How many other people there are. */
const PEOPLE = 100_000
type Db = RunningServer['context']['db']

const SIZES = [1_000_000, 5_000_000]
const TURNS = 25
const CALLS = 600
/** The first calls of each turn do not count: they open connections, which the database closes when idle. */
const UNCOUNTED = 100
const WARM_UP = 2_000
const MAX_MS = 60
const MAX_RATIO = 1.5

const PATHS = [
  '/api/dashboard/lifetime-stats',
  '/api/dashboard/get-user-seasons',
  '/api/dashboard/channels',
  '/api/dashboard/get-user-season-channels/74',
  '/api/dropdowns/user-seasons-channel/channel_7',
  '/api/dashboard/channel/channel_7',
  '/api/dashboard/season/74/channel_7',
]
const ROWS = import.meta.url

interface Filled {
  server: MeasuredServer
  headers: { authorization: string }
}

const servers: MeasuredServer[] = []
/** The server's process imports this file too, for the functions that fill its database. */
if (import.meta.main) {
  try {
    const filled: Filled[] = []
    for (const size of SIZES) {
      const server = await startMeasured()
      servers.push(server)
      filled.push(await fill(server, size))
    }
    print(
      `dashboards of a racer with ${CHANNELS * SEASONS.length} rows, ${CONNECTIONS} connections, p99 in ms; at most ${MAX_MS}, and ${MAX_RATIO} times that of the size before`,
    )
    process.exitCode = (await measure(filled)) ? 0 : 1
  } finally {
    for (const server of servers) await server.stop()
  }
}

async function fill(server: MeasuredServer, size: number): Promise<Filled> {
  const start = performance.now()
  const headers = await openApiClient(server.origin).signIn(RACER)
  await server.run(ROWS, 'fillRows', size)
  await server.run(ROWS, 'analyze')
  const seconds = ((performance.now() - start) / 1_000).toFixed(0)
  print(`${size.toLocaleString('en')} racer rows, ${server.databaseName}: filled in ${seconds} s`)
  return { server, headers }
}

async function measure(filled: readonly Filled[]): Promise<boolean> {
  print(['call', ...SIZES, 'ratios'].join('\t'))
  let isReached = true
  for (const path of PATHS) {
    for (const one of filled) await ask(one, path, WARM_UP)
    const turns: number[][] = []
    for (let turn = 0; turn < TURNS; turn += 1) {
      const times: number[] = []
      // Each size is first as often as last.
      const order = [...filled.entries()]
      for (const [size, one] of turn % 2 === 0 ? order : order.reverse()) {
        times[size] = p99((await ask(one, path, CALLS)).slice(UNCOUNTED))
      }
      turns.push(times)
    }
    const times = SIZES.map((_, size) => median(turns.map((turn) => turn[size] ?? Number.NaN)))
    // Ratios within one turn, in which the machine's load was the same for both sizes.
    const ratios = SIZES.slice(1).map((_, size) =>
      median(turns.map((turn) => (turn[size + 1] ?? Number.NaN) / (turn[size] ?? Number.NaN))),
    )
    const isGood =
      times.every((time) => time < MAX_MS) && ratios.every((ratio) => ratio <= MAX_RATIO)
    isReached &&= isGood
    const cells = [...times.map((time) => time.toFixed(1)), ...ratios.map((r) => r.toFixed(2))]
    print([path, ...cells, isGood ? 'ok' : 'FAILED'].join('\t'))
  }
  return isReached
}

function ask({ server, headers }: Filled, path: string, calls: number): Promise<number[]> {
  return timeGets(server.origin, { paths: [path], calls, headers })
}

/** Makes this many racer rows, including the racer's own. */
export async function fillRows(
  { context: { slowDb: db } }: RunningServer,
  rows: number,
): Promise<void> {
  await sql`
    insert into seasons select unnest(${SEASONS}::integer[]) on conflict do nothing`.execute(db)
  const channels = Math.ceil(rows / (ROWS_PER_CHANNEL * SEASONS.length))
  for (let first = 1; first <= channels; first += CHANNELS_PER_STATEMENT) {
    const last = Math.min(first + CHANNELS_PER_STATEMENT - 1, channels)
    await fillChannels(db, { first, last })
  }
}

async function fillChannels(
  db: Db,
  { first, last }: { first: number; last: number },
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const { rows: made } = await sql<{ id: number }>`
      insert into channels (platform, login, name)
      select 'twitch', 'channel_' || n, 'Channel_' || n
      from generate_series(${first}::integer, ${last}::integer) as n
      returning id`.execute(trx)
    const ids = made.map(({ id }) => id)
    await sql`
      insert into channel_seasons
        (channel_id, season, points, total_games, points_per_game, source, marble_day,
         snapshot_hash, racer_count)
      select id, season, 1000, 10, 100, 'snapshot', current_date, '', ${ROWS_PER_CHANNEL}
      from unnest(${ids}::integer[]) as id, unnest(${SEASONS}::integer[]) as season`.execute(trx)
    await sql`
      insert into racers (platform, login)
      select 'twitch', login from (
        select ${RACER} as login union all select 'racer_' || n from generate_series(0, ${PEOPLE}::integer) as n
      ) as named
      where not exists (select from racers limit 1)`.execute(trx)
    // Skips the check that each row's channel has the season, which was created just above.
    await sql`set local session_replication_role = replica`.execute(trx)
    await sql`
      insert into racer_totals
        (channel_id, season, in_snapshot, racer_id, snapshot_race_points, snapshot_race_wins,
         snapshot_race_games, snapshot_royale_points, snapshot_royale_wins,
         snapshot_royale_games, snapshot_crown_wins)
      select channel.id, season, true, racer.id, 100 + channel.n * 37 % 900, 1, 20, 50, 1, 5, 0
      from
        unnest(${ids}::integer[]) with ordinality as channel (id, n),
        unnest(${SEASONS}::integer[]) as season,
        generate_series(1, ${ROWS_PER_CHANNEL}::integer) as place,
        -- Neighbours in a channel are neighbours in the index, so that filling takes minutes.
        lateral (
          select case
            when place = 1 and ${first} + channel.n <= ${CHANNELS} + 1 then ${RACER}
            else 'racer_' || (channel.id::bigint * 7919 + place) % ${PEOPLE}
          end
        ) as named (login)
        join racers as racer on racer.platform = 'twitch' and racer.login = named.login`.execute(
      trx,
    )
  })
}

/** Updates the planner's statistics, as the database itself would some time later. */
export async function analyze({ context: { slowDb: db } }: RunningServer): Promise<void> {
  await sql`analyze racers, racer_totals`.execute(db)
}
