/**
 * Whether uploads hold up those who read: the 99th percentile of the leaderboard page, of 100,000
 * channels and on 10 connections, while 8 uploads of 5,000 racers run at once.
 *
 * Run with `npm run bench`; with DATABASE_URL in a new database on that server.
 */
import { openApiClient, type SessionHeader } from '@rollcall/server/demo/api-client'
import { ask, askOnce, judge, p99 } from './leaderboard-calls.ts'
import { startMeasured } from './measured-server.ts'
import { runAtOnce } from './season-upload-rows.ts'
import { seasonFiles } from './uploaded-seasons.ts'

const SEASON = 75
const CHANNELS = 100_000
const CONNECTIONS = 10
const AT_ONCE = 8
const UPLOADS = 48
const RACERS = 5_000
const SLOWEST_MS = 250

const ROWS = new URL('./leaderboard-rows.ts', import.meta.url).href
const questions = Array.from({ length: 200 }, (_, index) => ({ season: SEASON, page: index + 1 }))

const server = await startMeasured()
try {
  await server.run(ROWS, 'fillSeason', { season: SEASON, channels: CHANNELS })
  await askOnce(server.origin, { season: SEASON })
  const door = openApiClient(server.origin)
  const sessions: { channel: string; session: SessionHeader }[] = []
  for (let index = 0; index < AT_ONCE; index += 1) {
    const channel = `bench_streamer_${index}`
    sessions.push({ channel, session: await door.signIn(channel) })
  }
  const load = { questions, connections: CONNECTIONS }
  const quiet = await ask(server.origin, { ...load, amount: 5_000 })
  const uploaded = new AbortController()
  const busy = ask(server.origin, { ...load, signal: uploaded.signal })
  const start = performance.now()
  // Of each channel one after the other; new numbers each time, so that every row is written.
  await runAtOnce(
    sessions.map(({ channel, session }) => async () => {
      for (let time = 1; time <= UPLOADS / AT_ONCE; time += 1) {
        const points = RACERS * 10 * time
        await door.uploadSeason(
          seasonFiles({ channel, season: SEASON, racers: RACERS, points }),
          session,
        )
      }
    }),
    AT_ONCE,
  )
  const seconds = (performance.now() - start) / 1_000
  uploaded.abort()
  const { timesMs, perSecond } = await busy
  process.stdout.write(
    `${UPLOADS} uploads of ${RACERS} racers, ${AT_ONCE} at once, ${server.databaseName}: ${(UPLOADS / seconds).toFixed(1)}/s, beside ${perSecond.toFixed(0)} leaderboard pages/s\n`,
  )
  process.stdout.write(
    `page in ms: without uploads p99 ${p99(quiet.timesMs).toFixed(0)}; with them median ${timesMs[Math.floor(timesMs.length / 2)]?.toFixed(0)}, slowest ${timesMs.at(-1)?.toFixed(0)}\n`,
  )
  process.exitCode = judge('page while uploads run, p99, ms', p99(timesMs), { most: SLOWEST_MS })
    ? 0
    : 1
} finally {
  await server.stop()
}
