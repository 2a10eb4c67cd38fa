/**
 * The largest event that we expect, 300 streamers with snapshots of 5,000 racers each. 16 callers ask for its
 * leaderboard at once, first for a page of All Streamers, then for every row. Measures the server's peak memory and
 * how soon other calls are answered meanwhile; also prints how long the server's thread is blocked and how much
 * memory the database takes.
 *
 * Run with `node bench/large-event.ts`; with DATABASE_URL, in a new database on that server.
 */
import { readFileSync } from 'node:fs'
import http from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { openApiClient } from '@rollcall/demo/api-client'
import { memoryOfChildren } from '@rollcall/server/testing/database-processes'
import { createFilledEvent } from './event-rows.ts'
import { judge, MB, p99, print } from './figures.ts'
import { startMeasured } from './measured-server.ts'

const STREAMERS = 300
const RACERS = 5_000
const CALLERS = 16
const MAX_MB = 1_000
const MAX_PING_P99_MS = 300
const PING_EVERY_MS = 50

const THREAD = new URL('./held-thread.ts', import.meta.url).href
/** The unit in which Linux counts processor time. */
const TICKS_PER_SECOND = 100

const server = await startMeasured()
try {
  const host = await openApiClient(server.origin).signIn('bench_host')
  const eventId = await createFilledEvent(server, host, { streamers: STREAMERS, racers: RACERS })
  print(
    `event of ${STREAMERS} streamers with ${RACERS} racers each, ${CALLERS} callers at once, ${server.databaseName}`,
  )
  print(
    [
      'answers',
      's',
      'cpu s',
      'MB an answer',
      'server MB',
      'database MB',
      'held ms',
      'ping p99',
    ].join('\t'),
  )
  const path = `/api/events/get-leaderboard/${eventId}`
  const headers = { ...host, 'accept-encoding': 'gzip, br' }
  const results = [
    await measure('first page', { path: `${path}?page=1&streamer=all`, headers }),
    await measure('a page again', { path: `${path}?page=1&streamer=all`, headers }),
    await measure('every row', { path, headers }),
  ]
  const largest = (figure: (result: Measured) => number) => Math.max(...results.map(figure))
  const verdicts = [
    judge(
      'the server at most, MB',
      largest(({ serverMb }) => serverMb),
      { most: MAX_MB },
    ),
    judge(
      "others' ping meanwhile, p99, ms",
      largest(({ pingMs }) => pingMs),
      { most: MAX_PING_P99_MS },
    ),
  ]
  process.exitCode = verdicts.every(Boolean) ? 0 : 1
} finally {
  await server.stop()
}

interface Measured {
  serverMb: number
  pingMs: number
}

async function measure(
  what: string,
  { path, headers }: { path: string; headers: http.OutgoingHttpHeaders },
): Promise<Measured> {
  const { origin, pid, run } = server
  await run(THREAD, 'watchThread')
  const cpuBefore = cpuSeconds(pid)
  const ended = new AbortController()
  const peaks = { server: 0, database: 0 }
  const sampling = sample(pid, peaks, ended.signal)
  const pinging = ping(origin, ended.signal)
  const start = performance.now()
  const url = new URL(path, origin)
  const sizes = await Promise.all(Array.from({ length: CALLERS }, () => downloadSize(url, headers)))
  const seconds = (performance.now() - start) / 1_000
  const cpu = cpuSeconds(pid) - cpuBefore
  ended.abort()
  const heldMs = await run<number>(THREAD, 'heldMs')
  await sampling
  const pings = await pinging
  const figures = [Math.max(...sizes), peaks.server, peaks.database].map((bytes) => bytes / MB)
  print(
    [
      what,
      seconds.toFixed(1),
      cpu.toFixed(1),
      ...[...figures, heldMs, p99(pings)].map((one) => one.toFixed(0)),
    ].join('\t'),
  )
  return { serverMb: peaks.server / MB, pingMs: p99(pings) }
}

/** The number of bytes received, none of which are stored. */
function downloadSize(url: URL, headers: http.OutgoingHttpHeaders): Promise<number> {
  return new Promise((resolve, reject) => {
    const request = http.get(url, { headers, agent: false }, (response) => {
      let bytes = 0
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length
      })
      response.on('error', reject)
      response.on('end', () => {
        if (response.statusCode === 200) resolve(bytes)
        else reject(new Error(`${url.pathname} was answered ${response.statusCode}`))
      })
    })
    request.on('error', reject)
  })
}

/** The processor time of all threads of the server's process. */
function cpuSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND
}

async function sample(
  pid: number,
  peaks: { server: number; database: number },
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    const resident = Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) * 1_024
    peaks.server = Math.max(peaks.server, resident)
    peaks.database = Math.max(peaks.database, memoryOfChildren(pid))
    await delay(250)
  }
}

async function ping(origin: string, signal: AbortSignal): Promise<number[]> {
  const times: number[] = []
  while (!signal.aborted) {
    const start = performance.now()
    await (await fetch(new URL('/api/leaderboard/seasons', origin))).text()
    times.push(performance.now() - start)
    await delay(PING_EVERY_MS)
  }
  return times.toSorted((a, b) => a - b)
}
