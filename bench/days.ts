/**
 * How long a page of a past day's board takes over HTTP on 16 connections with 20,000,000 rows of days, and how much
 * disk space a year of a busy channel takes. No two calls ask for the same board, so that each must be read.
 *
 * Run with `npm run bench`; with DATABASE_URL, in a new database on that server.
 */
import { dayOfSeason, PAGES } from './day-rows.ts'
import { judge, MB, p99, print } from './figures.ts'
import { startMeasured } from './measured-server.ts'
import { CONNECTIONS, timeGets } from './timed-gets.ts'

const ROWS = 20_000_000
const CHANNELS = ROWS / 40_000
const BOARDS = 2_000
const WARM_UP = 300
const MAX_MS = 100

const FILE = new URL('./day-rows.ts', import.meta.url).href

/** Each channel's days in turn, and on each board another page. */
const paths = Array.from({ length: WARM_UP + BOARDS }, (_, board) => {
  const channel = 1 + (board % CHANNELS)
  const day = dayOfSeason(Math.floor(board / CHANNELS))
  return `/api/channels/channel_${channel}/board?of=${day}&page=${1 + (board % PAGES)}`
})

const server = await startMeasured()
try {
  const start = performance.now()
  await server.run(FILE, 'fillDays', ROWS)
  const seconds = ((performance.now() - start) / 1_000).toFixed(0)
  print(`${ROWS.toLocaleString('en')} rows of days, ${server.databaseName}: filled in ${seconds} s`)
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
