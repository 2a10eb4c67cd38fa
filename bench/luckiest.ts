/**
 * How long the board of the luckiest racers takes on a site with 100 busy channels: when it is counted, and in between.
 * Run with `npm run bench`; with DATABASE_URL, in a new database on that server.
 */
import { judge, p99, print } from './figures.ts'
import { FIELD, GAMES_OF_CHANNEL } from './luckiest-rows.ts'
import { startMeasured } from './measured-server.ts'

const CHANNELS = 100
const VISITS = 200
const MAX_COUNTING_MS = 10_000
const MAX_VISIT_MS = 60

const server = await startMeasured()
try {
  await server.run(new URL('./luckiest-rows.ts', import.meta.url).href, 'fillWeek', CHANNELS)
  const results = CHANNELS * GAMES_OF_CHANNEL * FIELD
  print(`${results.toLocaleString('en')} results of a week, ${server.databaseName}`)
  const visit = async () => {
    const start = performance.now()
    const response = await fetch(new URL('/api/racers/luckiest', server.origin))
    const { racers } = (await response.json()) as { racers: unknown[] }
    if (racers.length === 0) throw new Error('nobody was lucky')
    return performance.now() - start
  }
  const first = await visit()
  const times: number[] = []
  for (let call = 0; call < VISITS; call += 1) times.push(await visit())
  const verdicts = [
    judge('counting the board, ms', first, { most: MAX_COUNTING_MS }),
    judge('the board in between, p99, ms', p99(times), { most: MAX_VISIT_MS }),
  ]
  process.exitCode = verdicts.every(Boolean) ? 0 : 1
} finally {
  await server.stop()
}
