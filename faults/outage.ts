import path from 'node:path'
import { findFreePort } from '@rollcall/server/testing/free-port'
import type { OwnPostgres } from '@rollcall/server/testing/own-postgres'
import { fetchBoard } from './answers.ts'
import { checkStored } from './check-stored.ts'
import { type Fault, must, PATIENCE, pause, readCount, until } from './fault.ts'
import { type Answer, FaultLoad } from './fault-load.ts'
import { SEASON } from './fault-load-files.ts'
import { type ServerProcess, startServer, WELL, watch } from './server-process.ts'

const MAX_ANSWER_MS = 10_000
const AWAY_MS = 5_000
const RECOVERED_MS = 10_000

/** Each takes PostgreSQL away and returns a function that brings it back. */
const OUTAGES: [string, (server: OwnPostgres) => Promise<() => Promise<void>>][] = [
  ['stopped', (server) => server.stop('fast').then(() => server.start)],
  ['crashed', (server) => server.stop('immediate').then(() => server.start)],
  ['frozen', (server) => server.freeze()],
]

export const outage: Fault = {
  name: 'outage',
  promise:
    'PostgreSQL stopped, crashed and frozen under load: 503 with a sentence, nothing hangs, it recovers by itself',
  async run(place) {
    const times = readCount('FAULT_OUTAGES', 9)
    const { server: postgres, databaseUrl } = await place.postgres()
    const dataDir = path.join(place.directory, 'data')
    const server = await startServer({ dataDir, databaseUrl, port: await findFreePort() })
    const load = new FaultLoad()
    await load.join(server.origin, ['ada', 'grace'])
    const results = { slowestMs: 0, refused: 0, recoveredMs: 0 }
    let isOver = false
    const record = (answer: Pick<Answer, 'status' | 'error' | 'ms'>) => {
      results.slowestMs = Math.max(results.slowestMs, answer.ms)
      if (answer.status === 200) return
      must(
        answer.status === 503 && / .*\.$/.test(answer.error),
        `A call was answered ${answer.status}: ${answer.error}`,
      )
      results.refused += 1
    }
    const going = Promise.all([
      load.play(server.origin, { isOver: () => isOver, onAnswer: record }),
      read(server, load, { isOver: () => isOver, record }),
    ])
    // Errors are thrown where `going` is awaited; until then they must not end the run.
    going.catch(() => {})
    for (let time = 0; time < times; time += 1) {
      const [how, goAway] = OUTAGES[time % OUTAGES.length] ?? []
      must(goAway !== undefined, 'an outage')
      const before = load.uploads
      await Promise.race([
        going,
        until('uploads go', async () => load.uploads > before + 10, { withinMs: 20_000 }),
      ])
      const comeBack = await goAway(postgres)
      const away = await watch(server.origin)
      must(
        away.health === 200 && away.ready === 503 && away.uploads === 'database_unavailable',
        `While it is ${how} the server says ${JSON.stringify(away)}`,
      )
      must(away.databaseUp === 0, `While it is ${how} the metrics say that it is up`)
      await pause(AWAY_MS)
      await comeBack()
      const after = load.uploads
      results.recoveredMs = Math.max(
        results.recoveredMs,
        await until('uploads are accepted again', async () => load.uploads > after, {
          withinMs: RECOVERED_MS,
        }),
      )
      await until(
        'it says that it is well',
        async () => JSON.stringify(await watch(server.origin)) === JSON.stringify(WELL),
        { withinMs: RECOVERED_MS },
      )
      place.progress(`${time + 1} of ${times}, ${how}`)
    }
    isOver = true
    await going
    must(
      results.slowestMs < MAX_ANSWER_MS * PATIENCE,
      `The slowest answer took ${results.slowestMs.toFixed(0)} ms`,
    )
    must(results.refused > 0, 'No call was refused during an outage')
    const { code } = await server.stop()
    must(code === 0, `The server ended with ${code}`)
    await checkStored(load, { dataDir, databaseUrl })
    return `${times} outages of 5 s; ${results.refused} calls answered 503 with a sentence, slowest answer ${(results.slowestMs / 1000).toFixed(1)} s, uploads accepted again after ${(results.recoveredMs / 1000).toFixed(1)} s at most; ${load.uploads} acknowledged, 0 lost`
  },
}

/** Loads pages during the outages. */
async function read(
  { origin }: ServerProcess,
  { streamers }: FaultLoad,
  {
    isOver,
    record,
  }: { isOver: () => boolean; record: (answer: Pick<Answer, 'status' | 'error' | 'ms'>) => void },
): Promise<void> {
  const headers = streamers[0]?.session ?? { authorization: '' }
  while (!isOver()) {
    for (const path of ['/api/dashboard/lifetime-stats', '/api/leaderboard/seasons']) {
      const began = performance.now()
      const answer = await fetch(new URL(path, origin), {
        headers,
        signal: AbortSignal.timeout(30_000),
      })
      const { error = '' } = (await answer.json()) as { error?: string }
      record({ status: answer.status, error, ms: performance.now() - began })
    }
    const began = performance.now()
    await fetchBoard(origin, SEASON).then(
      () => record({ status: 200, error: '', ms: performance.now() - began }),
      () => record({ status: 503, error: 'It said so.', ms: performance.now() - began }),
    )
    await pause(50)
  }
}
