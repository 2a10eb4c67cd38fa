/**
 * The resident memory of an idle server and its embedded database, after the uploads of `bench/season-upload.ts` and
 * after a restart; then how much the board of a season with 1,000,000 channels adds.
 *
 * Run with `npm run bench`; with DATABASE_URL, in a new database on that server.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { openApiClient } from '@rollcall/demo/api-client'
import { memoryOfChildren } from '@rollcall/server/testing/database-processes'
import { askOnce } from './calls.ts'
import { MB, print } from './figures.ts'
import type { MemoryUse } from './leaderboard-rows.ts'
import { type MeasuredServer, startMeasured } from './measured-server.ts'
import { runAtOnce, seasonFiles } from './uploads.ts'

const SEASON = 75
const UPLOADS = 240
const RACERS = 2_000
const AT_ONCE = 8
const BOARD_SEASON = 74
const BOARD_CHANNELS = 1_000_000
/** A server is at rest after doing nothing for this long. */
const REST_MS = 30_000

const ROWS = new URL('./leaderboard-rows.ts', import.meta.url).href

let server = await startMeasured()
try {
  print(`memory at rest, ${server.databaseName}, MB`)
  await upload(server)
  printMemory(`after ${UPLOADS} uploads of ${RACERS} racers`, await measureMemory(server))
  server = await server.restart()
  await askOnce(server.origin, { season: SEASON })
  printMemory('after a restart', await measureMemory(server))

  await server.run(ROWS, 'fillSeason', { season: BOARD_SEASON, channels: BOARD_CHANNELS })
  server = await server.restart()
  const before = await measureMemory(server)
  const start = performance.now()
  await askOnce(server.origin, { season: BOARD_SEASON })
  const seconds = ((performance.now() - start) / 1_000).toFixed(1)
  const after = await measureMemory(server)
  const added = (part: keyof MemoryUse) => ((after[part] - before[part]) / MB).toFixed(0)
  print(
    `a board of ${BOARD_CHANNELS.toLocaleString('en')} channels, read in ${seconds} s: ${added('buffers')} of its own, ${added('resident')} resident`,
  )
} finally {
  await server.stop()
}

async function measureMemory(measured: MeasuredServer): Promise<MemoryUse & { database: number }> {
  await delay(REST_MS)
  const use = await measured.run<MemoryUse>(ROWS, 'memoryUse')
  return { ...use, database: memoryOfChildren(measured.pid) }
}

function printMemory(when: string, use: { resident: number; database: number }): void {
  const [together, server, database] = [
    use.resident + use.database,
    use.resident,
    use.database,
  ].map((bytes) => (bytes / MB).toFixed(0))
  print(`${when}: ${together} (server ${server}, database ${database})`)
}

async function upload({ origin }: MeasuredServer): Promise<void> {
  const client = openApiClient(origin)
  await runAtOnce(
    Array.from({ length: UPLOADS }, (_, index) => async () => {
      const channel = `bench_streamer_${index}`
      const session = await client.signIn(channel)
      const points = RACERS * 10 + index
      await client.uploadSeason(
        seasonFiles({ channel, season: SEASON, racers: RACERS, points }),
        session,
      )
    }),
    AT_ONCE,
  )
}
