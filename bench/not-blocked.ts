/**
 * Whether large uploads slow down everybody else: a ping every 20 ms, a leaderboard page of 100,000 channels every 40
 * ms and an upload of 100 racers every 250 ms, while two streamers upload snapshots of 49,000 racers on two
 * connections each, and then somebody without proof does.
 *
 * Run with `npm run bench`; with DATABASE_URL, in a new database on that server.
 */
import http from 'node:http'
import { openApiClient } from '@rollcall/demo/api-client'
import { DAY_MS } from '@rollcall/formats/durations'
import { askOnce, PATH } from './calls.ts'
import { judge, p99 } from './figures.ts'
import { startMeasured } from './measured-server.ts'
import { type Call, eventFile, makeForm, seasonFiles } from './uploads.ts'

const SEASON = 75
const CHANNELS = 100_000
const RACERS = 49_000
const STREAMERS = 2
/** Connections per streamer. */
const CONNECTIONS = 2
const PHASE_MS = 15_000
const PING_EVERY_MS = 20
const PAGE_EVERY_MS = 40
const SMALL_EVERY_MS = 250
const SMALL_RACERS = 100
/** Each uploads once and then repeats the upload, which does everything but write the rows. */
const SMALL_STREAMERS = 60
const MAX_PING_P99_MS = 150
const MAX_SMALL_P99_MS = 300
const MAX_HELD_MS = 50

const LEADERBOARD_ROWS = new URL('./leaderboard-rows.ts', import.meta.url).href
const THREAD = new URL('./held-thread.ts', import.meta.url).href
const agent = new http.Agent({ keepAlive: true })

const server = await startMeasured()
try {
  await server.run(LEADERBOARD_ROWS, 'fillSeason', { season: SEASON, channels: CHANNELS })
  await askOnce(server.origin, { season: SEASON })
  const client = openApiClient(server.origin)
  const streamers = await Promise.all(
    Array.from({ length: STREAMERS }, async (_, index) => {
      const channel = `bench_streamer_${index}`
      const session = await client.signIn(channel)
      const { id } = await client.call<{ id: number }>('/api/user', session)
      return { channel, session, id }
    }),
  )
  const [organiser] = streamers
  const session = organiser?.session ?? { authorization: '' }
  const [configuration] = await client.call<{ id: number }[]>('/api/events/leaderboards', session)
  const day = (offset: number) => new Date(Date.now() + offset * DAY_MS).toISOString().slice(0, 10)
  const event = await client.call<{ id: number }>('/api/events/createEventSingle', session, {
    name: 'Bench',
    startDate: day(-7),
    endDate: day(7),
    participants: streamers.map(({ id }) => id),
    leaderboard: configuration?.id,
    timeZone: 'UTC',
  })
  // Two uploads in turn on each connection, never one that is already stored, so that every row is written.
  const uploads = (form: (channel: string, points: number) => Call) =>
    streamers.flatMap(({ channel, session: headers }) =>
      Array.from({ length: CONNECTIONS }, (_, connection) =>
        [1, 2].map((time) => {
          const call = form(channel, RACERS * 10 * (2 * connection + time))
          return { ...call, headers: { ...headers, ...call.headers } }
        }),
      ),
    )
  const season = (channel: string, points: number) =>
    makeForm(
      '/api/app/upload-data',
      seasonFiles({ channel, season: SEASON, racers: RACERS, points }),
    )
  const eventSnapshot = (channel: string, points: number) =>
    makeForm('/api/app/upload-event-data', {
      eventId: String(event.id),
      eventData: eventFile({ channel, racers: RACERS, points }),
    })
  const dryRun = (channel: string, points: number) =>
    makeForm('/api/app/upload-data', {
      dryRun: 'true',
      ...seasonFiles({ channel, season: SEASON, racers: RACERS, points }),
    })
  const smallUploads: Call[] = []
  for (const channel of Array.from(
    { length: SMALL_STREAMERS },
    (_, index) => `bench_small_${index}`,
  )) {
    const owner = await client.signIn(channel)
    const files = seasonFiles({
      channel,
      season: SEASON,
      racers: SMALL_RACERS,
      points: SMALL_RACERS,
    })
    const call = makeForm('/api/app/upload-data', files)
    smallUploads.push({ ...call, headers: { ...owner, ...call.headers } })
  }
  const unproven = Array.from({ length: 3 }, () => [eventSnapshot('nobody_known', RACERS)])

  process.stdout.write(
    `${['beside', 'uploads/s', 'answered', 'ping p99', 'ping max', 'page p99', 'page max', 'small p99', 'thread held'].join('\t')}\n`,
  )
  const results = [
    await measure(smallUploads, 'nothing', []),
    await measure(smallUploads, 'seasons', uploads(season)),
    await measure(smallUploads, 'events', uploads(eventSnapshot)),
    await measure(smallUploads, 'dry runs', uploads(dryRun)),
    await measure(smallUploads, 'no proof', unproven),
  ]
  const worst = (figure: keyof Measured) => Math.max(...results.map((result) => result[figure]))
  const isReached = [
    judge('ping beside any of them, p99, ms', worst('pingP99'), { most: MAX_PING_P99_MS }),
    judge('small upload, p99, ms', worst('smallP99'), { most: MAX_SMALL_P99_MS }),
    judge("the server's thread held, ms", worst('heldMs'), { most: MAX_HELD_MS }),
  ].every(Boolean)
  process.exitCode = isReached ? 0 : 1
} finally {
  agent.destroy()
  await server.stop()
}

interface Measured {
  pingP99: number
  smallP99: number
  heldMs: number
}

/** Repeats each list of calls on its own connection. */
async function measure(
  smallUploads: readonly Call[],
  beside: string,
  lists: readonly (readonly Call[])[],
): Promise<Measured> {
  await server.run(THREAD, 'watchThread')
  const ended = new AbortController()
  const statuses = new Map<number, number>()
  const start = performance.now()
  const uploading = lists.map(async (calls) => {
    for (let time = 0; !ended.signal.aborted; time += 1) {
      const { status } = await send(calls[time % calls.length] ?? { path: '/' })
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
    }
  })
  const body = Buffer.from(JSON.stringify({ season: SEASON, page: 7 }))
  const page = { path: PATH, headers: { 'content-type': 'application/json' }, body }
  const [pings, pages, small] = await Promise.all([
    timeEvery(PING_EVERY_MS, [{ path: '/health' }]),
    timeEvery(PAGE_EVERY_MS, [page]),
    timeEvery(SMALL_EVERY_MS, smallUploads),
  ])
  ended.abort()
  const heldMs = await server.run<number>(THREAD, 'heldMs')
  await Promise.all(uploading)
  const seconds = (performance.now() - start) / 1_000
  const count = statuses.values().reduce((sum, amount) => sum + amount, 0)
  const figures = [p99(pings), pings.at(-1), p99(pages), pages.at(-1), p99(small), heldMs]
  const answered = [...statuses].map(([status, amount]) => `${status}: ${amount}`).join(' ')
  process.stdout.write(
    `${[beside, (count / seconds).toFixed(1), answered || '-', ...figures.map((ms) => ms?.toFixed(0))].join('\t')}\n`,
  )
  return { pingP99: p99(pings), smallP99: p99(small), heldMs }
}

/** The time of each call in milliseconds, sorted. No call waits for another, and a refused call counts as infinite. */
async function timeEvery(everyMs: number, calls: readonly Call[]): Promise<number[]> {
  const times: Promise<number>[] = []
  const start = performance.now()
  for (let due = 0; due < PHASE_MS; due += everyMs) {
    const wait = start + due - performance.now()
    if (wait > 0) {
      await new Promise((resolve) => setTimeout(resolve, wait))
    }
    times.push(timeCall(calls[times.length % calls.length] ?? { path: '/' }))
  }
  return (await Promise.all(times)).toSorted((a, b) => a - b)
}

async function timeCall(call: Call): Promise<number> {
  const { status, ms } = await send(call)
  return status === 200 ? ms : Number.POSITIVE_INFINITY
}

function send({ path, headers = {}, body }: Call): Promise<{ status: number; ms: number }> {
  return new Promise((resolve, reject) => {
    const start = performance.now()
    const options = {
      agent,
      method: body === undefined ? 'GET' : 'POST',
      headers: { ...headers, ...(body && { 'content-length': body.length }) },
    }
    const request = http.request(new URL(path, server.origin), options, (response) => {
      response.resume()
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, ms: performance.now() - start }),
      )
      response.on('error', reject)
    })
    request.on('error', reject)
    request.end(body)
  })
}
