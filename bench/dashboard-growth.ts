/**
 * Whether a racer's dashboard slows down as others race: every dashboard call for a racer with 600 rows (3 seasons in
 * 200 channels) over HTTP on 16 connections, with 1,000,000 and with 5,000,000 racer rows in the database.
 *
 * Run with `npm run bench`; with DATABASE_URL, in new databases on that server. Each size has its own server, and
 * they are measured in many short turns, so that other load on the machine affects all of them, and a stall only one
 * turn. Prints the 99th percentile of each call, as the median over its turns.
 */

import { openApiClient } from '@rollcall/demo/api-client'
import { CHANNELS, RACER, SEASONS } from './dashboard-rows.ts'
import { median, p99, print } from './figures.ts'
import { type MeasuredServer, startMeasured } from './measured-server.ts'
import { CONNECTIONS, timeGets } from './timed-gets.ts'

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
const ROWS = new URL('./dashboard-rows.ts', import.meta.url).href

interface Filled {
  server: MeasuredServer
  headers: { authorization: string }
}

const servers: MeasuredServer[] = []
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
