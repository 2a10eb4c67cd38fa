/**
 * Whether uploads hold up everybody else: a ping every 20 ms and a leaderboard page of 100,000 channels every
 * 40 ms, while snapshots of 49,000 racers are uploaded. The server's own thread may not be held for longer
 * than a blink.
 *
 * Run with `npm run bench`; with DATABASE_URL in a new database on that server.
 */
import http from 'node:http'
import { openApiClient } from '@rollcall/server/demo/api-client'
import { askOnce, judge, PATH, p99 } from './leaderboard-calls.ts'
import { startMeasured } from './measured-server.ts'
import { seasonFiles } from './uploaded-seasons.ts'

const SEASON = 75
const CHANNELS = 100_000
const RACERS = 49_000
const STREAMERS = 2
/** Of each streamer at once. */
const CONNECTIONS = 2
const PHASE_MS = 15_000
const PING_EVERY_MS = 20
const PAGE_EVERY_MS = 40
const PING_P99_MS = 50
const HELD_MS = 50

const LEADERBOARD_ROWS = new URL('./leaderboard-rows.ts', import.meta.url).href
const THREAD = new URL('./held-thread.ts', import.meta.url).href
const BOUNDARY = 'rollcall-bench-boundary'
const agent = new http.Agent({ keepAlive: true })

interface Call {
  path: string
  headers?: http.OutgoingHttpHeaders
  body?: Buffer
}

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
  const day = (offset: number) =>
    new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10)
  const event = await client.call<{ id: number }>('/api/events/createEventSingle', session, {
    name: 'Bench',
    startDate: day(-7),
    endDate: day(7),
    participants: streamers.map(({ id }) => id),
    leaderboard: configuration?.id,
    timeZone: 'UTC',
  })
  // Two of each, sent in turn, so that every row is written every time.
  const uploads = (form: (channel: string, points: number) => Call) =>
    streamers.flatMap(({ channel, session: headers }) => {
      const both = [1, 2].map((time) => form(channel, RACERS * 10 * time))
      return Array.from({ length: CONNECTIONS }, () =>
        both.map((call) => ({ ...call, headers: { ...headers, ...call.headers } })),
      )
    })
  const season = (channel: string, points: number) =>
    formOf('/api/app/upload-data', {
      ...seasonFiles({ channel, season: SEASON, racers: RACERS, points }),
    })
  const ofEvent = (channel: string, points: number) =>
    formOf('/api/app/upload-event-data', {
      eventId: String(event.id),
      eventData: eventFile(channel, points),
    })
  const dryRun = (channel: string, points: number) =>
    formOf('/api/app/upload-data', {
      dryRun: 'true',
      ...seasonFiles({ channel, season: SEASON, racers: RACERS, points }),
    })
  const unproven = Array.from({ length: 3 }, () => [ofEvent('nobody_known', RACERS)])

  process.stdout.write(
    `${['beside', 'uploads/s', 'answered', 'ping p99', 'ping max', 'page p99', 'page max', 'thread held'].join('\t')}\n`,
  )
  const results = [
    await measure('nothing', []),
    await measure('seasons', uploads(season)),
    await measure('events', uploads(ofEvent)),
    await measure('dry runs', uploads(dryRun)),
    await measure('no proof', unproven),
  ]
  const worst = (figure: (result: Measured) => number) => Math.max(...results.map(figure))
  const isReached = [
    judge(
      'ping beside any of them, p99, ms',
      worst(({ pingP99 }) => pingP99),
      {
        most: PING_P99_MS,
      },
    ),
    judge(
      "the server's thread held at most, ms",
      worst(({ heldMs }) => heldMs),
      {
        most: HELD_MS,
      },
    ),
  ].every(Boolean)
  process.exitCode = isReached ? 0 : 1
} finally {
  agent.destroy()
  await server.stop()
}

interface Measured {
  pingP99: number
  heldMs: number
}

/** Each list of calls is made in turn, over and over, on a connection of its own. */
async function measure(beside: string, lists: readonly (readonly Call[])[]): Promise<Measured> {
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
  const [pings, pages] = await Promise.all([
    timeEvery(PING_EVERY_MS, { path: '/health' }),
    timeEvery(PAGE_EVERY_MS, page),
  ])
  ended.abort()
  const heldMs = await server.run<number>(THREAD, 'heldMs')
  await Promise.all(uploading)
  const seconds = (performance.now() - start) / 1_000
  const count = statuses.values().reduce((sum, amount) => sum + amount, 0)
  const figures = [p99(pings), pings.at(-1), p99(pages), pages.at(-1), heldMs]
  const answered = [...statuses].map(([status, amount]) => `${status}: ${amount}`).join(' ')
  process.stdout.write(
    `${[beside, (count / seconds).toFixed(1), answered || '-', ...figures.map((ms) => ms?.toFixed(0))].join('\t')}\n`,
  )
  return { pingP99: p99(pings), heldMs }
}

/** Milliseconds until each answer, from the fastest to the slowest; a call does not wait for the one before. */
async function timeEvery(everyMs: number, call: Call): Promise<number[]> {
  const times: Promise<number>[] = []
  const start = performance.now()
  for (let due = 0; due < PHASE_MS; due += everyMs) {
    const wait = start + due - performance.now()
    if (wait > 0) {
      await new Promise((resolve) => setTimeout(resolve, wait))
    }
    times.push(
      send(call).then(({ status, ms }) => {
        if (status !== 200) throw new Error(`${call.path} was answered ${status}`)
        return ms
      }),
    )
  }
  return (await Promise.all(times)).toSorted((a, b) => a - b)
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

function formOf(path: string, parts: Readonly<Record<string, string>>): Call {
  const lines = Object.entries(parts).flatMap(([name, content]) => [
    `--${BOUNDARY}`,
    `Content-Disposition: form-data; name="${name}"${name.endsWith('Data') ? '; filename="a.csv"' : ''}`,
    '',
    content,
  ])
  return {
    path,
    headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
    body: Buffer.from([...lines, `--${BOUNDARY}--`, ''].join('\r\n')),
  }
}

function eventFile(channel: string, points: number): string {
  const share = points / RACERS
  const lines = Array.from(
    { length: RACERS },
    (_, index) =>
      `racer_${(index * 7_919) % 100_000},${channel},${share},1,${index % 7},0,0,5,0,3,7.5,0,${share}.25`,
  )
  return [
    'racer_name,channel,race_points,race_wins,race_races,br_points,br_wins,br_races,crownwins,br_kills,br_damage,eliminations,event_points',
    ...lines,
    '',
  ].join('\r\n')
}
