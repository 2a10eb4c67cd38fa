/**
 * How long a page of a past day's board takes with 20,000,000 rows of days, and how much disk space a year of a busy
 * channel takes. Run with `npm run bench`; with DATABASE_URL, in a new database on that server.
 */
import { judge, MB, p99, print } from './figures.ts'
import { startMeasured } from './measured-server.ts'

const ROWS = 20_000_000
const CHANNELS = ROWS / 40_000
const PAGES = 5_000
const MAX_MS = 100

const FILE = new URL('./day-rows.ts', import.meta.url).href

const server = await startMeasured()
try {
  const start = performance.now()
  await server.run(FILE, 'fillDays', ROWS)
  const seconds = ((performance.now() - start) / 1_000).toFixed(0)
  print(`${ROWS.toLocaleString('en')} rows of days, ${server.databaseName}: filled in ${seconds} s`)
  const times = await server.run<number[]>(FILE, 'readPages', { channels: CHANNELS, pages: PAGES })
  const isGood = judge("a page of a past day's board, p99, ms", p99(times), { most: MAX_MS })
  const sizes = await server.run<Record<string, number>>(FILE, 'measureYear')
  for (const [table, bytes] of Object.entries(sizes))
    print(`${table}\t${(bytes / MB).toFixed(0)} MB`)
  const all = Object.values(sizes).reduce((sum, bytes) => sum + bytes, 0)
  print(`a year of a channel with 60 games a day: ${(all / MB).toFixed(0)} MB`)
  process.exitCode = isGood ? 0 : 1
} finally {
  await server.stop()
}
