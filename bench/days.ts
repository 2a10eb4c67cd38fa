/**
 * How long a page of a past day's board takes with 20,000,000 rows of days, and how much disk a year of a busy channel
 * takes. Run with `npm run bench`; with DATABASE_URL in a new database on that server.
 */
import { startMeasured } from './measured-server.ts'

const ROWS = 20_000_000
const CHANNELS = ROWS / 40_000
const PAGES = 5_000
const SLOWEST_MS = 100
const MB = 1_000_000

const FILE = new URL('./day-rows.ts', import.meta.url).href
const print = (line: string) => process.stdout.write(`${line}\n`)

const server = await startMeasured()
try {
  const start = performance.now()
  await server.run(FILE, 'fillDays', ROWS)
  const seconds = ((performance.now() - start) / 1_000).toFixed(0)
  print(`${ROWS.toLocaleString('en')} rows of days, ${server.databaseName}: filled in ${seconds} s`)
  const times = await server.run<number[]>(FILE, 'readPages', { channels: CHANNELS, pages: PAGES })
  const p99 = times.toSorted((a, b) => a - b)[Math.ceil(times.length * 0.99) - 1] ?? Number.NaN
  const isGood = p99 <= SLOWEST_MS
  print(
    `a page of a past day's board: p99 ${p99.toFixed(1)} ms, at most ${SLOWEST_MS}: ${isGood ? 'ok' : 'FAILED'}`,
  )
  const sizes = await server.run<Record<string, number>>(FILE, 'sizeOfYear')
  for (const [table, bytes] of Object.entries(sizes))
    print(`${table}\t${(bytes / MB).toFixed(0)} MB`)
  const all = Object.values(sizes).reduce((sum, bytes) => sum + bytes, 0)
  print(`a year of a channel with 60 games a day: ${(all / MB).toFixed(0)} MB`)
  process.exitCode = isGood ? 0 : 1
} finally {
  await server.stop()
}
