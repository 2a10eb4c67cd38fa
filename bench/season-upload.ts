/**
 * How much a season upload costs compared with the database's own work: season files of 2,000 racers through the HTTP
 * API, 8 at once, against inserting the same rows directly through the same connections.
 *
 * Run with `npm run bench`; with DATABASE_URL, in a new database on that server. Both are measured in turn, each time
 * with new channels; prints rows per second and their ratio, which has no bound.
 */
import http from 'node:http'
import { openApiClient } from '@rollcall/demo/api-client'
import { insertRacers } from '@rollcall/server/domain/standings/racers'
import type { RunningServer } from '@rollcall/server/start'
import { sql } from 'kysely'
import { median, print } from './figures.ts'
import { type MeasuredServer, startMeasured } from './measured-server.ts'
import { runAtOnce } from './uploads.ts'

const SEASON = 75
const RACERS = 2_000
/** More people than one channel has, so that channels share some. */
const PEOPLE = 20_000
/** How many numbers a racer has, in the order of the table's columns from race_points to crown_wins. */
const NUMBERS = 7

interface RawInput {
  /** The channels' numbers, which determine their rows. */
  channels: readonly number[]
  atOnce: number
}

interface BenchRacer {
  login: string
  numbers: readonly number[]
}

const AT_ONCE = 8
const UPLOADS_PER_ROUND = 24
const ROUNDS = 9

const CRLF = '\r\n'
const BOUNDARY = 'rollcall-bench-boundary'
const ROWS = import.meta.url

const agent = new http.Agent({ keepAlive: true, maxSockets: AT_ONCE })
/** The server's process imports this file too, for the function that inserts the same rows directly. */
if (import.meta.main) {
  const server = await startMeasured()
  try {
    const ratios = await measure(server)
    const ratio = median(ratios)
    print(`median ${ratio.toFixed(2)}`)
  } finally {
    agent.destroy()
    await server.stop()
  }
}

async function measure({ origin, databaseName, run }: MeasuredServer): Promise<number[]> {
  print(`season uploads of ${RACERS} racers, ${AT_ONCE} at once, ${databaseName}: rows/s`)
  print(['round', 'uploaded', 'raw', 'ratio'].join('\t'))
  const ratios: number[] = []
  // Round 0 lets the server warm up.
  for (let round = 0; round <= ROUNDS; round += 1) {
    const channels = Array.from(
      { length: UPLOADS_PER_ROUND },
      (_, index) => round * UPLOADS_PER_ROUND + index,
    )
    const uploads = await Promise.all(channels.map((channel) => prepareUpload(origin, channel)))
    const raw: RawInput = { channels, atOnce: AT_ONCE }
    const insert = () => run<number>(ROWS, 'insertRaw', raw)
    const upload = () => timeUploads(uploads)
    const isRawFirst = round % 2 === 0
    const first = await (isRawFirst ? insert() : upload())
    const second = await (isRawFirst ? upload() : insert())
    const [rawMs, uploadMs] = isRawFirst ? [first, second] : [second, first]
    if (round === 0) continue
    const rows = UPLOADS_PER_ROUND * RACERS
    const perSecond = (ms: number) => ((rows / ms) * 1_000).toFixed(0)
    ratios.push(rawMs / uploadMs)
    print([round, perSecond(uploadMs), perSecond(rawMs), (rawMs / uploadMs).toFixed(2)].join('\t'))
  }
  return ratios
}

interface Upload {
  url: URL
  body: Buffer
}

/** Makes a streamer with an upload key, and the form that the companion sends with it. */
async function prepareUpload(origin: string, channel: number): Promise<Upload> {
  const name = `bench_streamer_${channel}`
  const client = openApiClient(origin)
  const session = await client.signIn(name)
  const { key } = await client.call<{ key: string }>('/api/uploads/key', session, {})
  return { url: new URL(`/k/${key}/api/app/upload-data`, origin), body: makeBody(name, channel) }
}

function makeBody(name: string, channel: number): Buffer {
  const racers = makeRacers(channel)
  const points = racers.reduce(
    (sum, { numbers: [race = 0, , , royale = 0] }) => sum + race + royale,
    0,
  )
  const files = {
    streamerData: [
      'channel,season,points,total_races,race_hs,race_hs_today,br_hs,br_hs_today,marble_day',
      `${name},${SEASON},${points},400,588,0,554,0,${new Date().toISOString().slice(0, 10)}`,
    ],
    viewerData: [
      'racer_name,season,channel,race_points,race_wins,race_races,br_points,br_wins,br_races,crownwins,br_kills,br_damage,eliminations',
      ...racers.map(({ login, numbers }) => [login, SEASON, name, ...numbers, 0, 0, 0].join(',')),
    ],
  }
  const parts = Object.entries(files).map(
    ([part, lines]) =>
      `--${BOUNDARY}${CRLF}Content-Disposition: form-data; name="${part}"; filename="${part}.csv"${CRLF}${CRLF}${lines.join(CRLF)}${CRLF}${CRLF}`,
  )
  return Buffer.from(`${parts.join('')}--${BOUNDARY}--${CRLF}`)
}

async function timeUploads(uploads: readonly Upload[]): Promise<number> {
  const start = performance.now()
  await runAtOnce(
    uploads.map((upload) => () => send(upload)),
    AT_ONCE,
  )
  return performance.now() - start
}

function send({ url, body }: Upload): Promise<void> {
  const headers = {
    'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
    'content-length': body.length,
  }
  return new Promise((resolve, reject) => {
    const request = http.request(url, { method: 'POST', agent, headers }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => {
        const answer = Buffer.concat(chunks).toString()
        const isStored = response.statusCode === 200 && answer.includes(`"added":${RACERS}`)
        if (isStored) resolve()
        else reject(new Error(`An upload was answered ${response.statusCode}: ${answer}`))
      })
      response.on('error', reject)
    })
    request.on('error', reject)
    request.end(body)
  })
}

function makeRacers(channel: number): BenchRacer[] {
  return Array.from({ length: RACERS }, (_, index) => ({
    login: `${['marble', 'speedy_', 'rolling_'][index % 3]}racer_${(channel * 977 + index) % PEOPLE}`,
    numbers: Array.from(
      { length: NUMBERS },
      (_, column) => (channel * 31 + index * 7 + column) % 900,
    ),
  }))
}

/** How long it takes to insert the rows of new channels with one statement each, in milliseconds. */
export async function insertRaw(
  { context: { db } }: RunningServer,
  { channels, atOnce }: RawInput,
): Promise<number> {
  const inserts = await Promise.all(
    channels.map(async (channel) => {
      const name = `raw_${channel}`
      const { rows } = await sql<{ id: number }>`
        insert into channels (platform, login, name) values ('twitch', ${name}, ${name})
        returning id`.execute(db)
      const id = rows[0]?.id ?? 0
      await sql`
        insert into channel_seasons
          (channel_id, season, points, total_games, points_per_game, source, marble_day,
           snapshot_hash, racer_count)
        values (${id}, ${SEASON}, 1, 1, 1, 'snapshot', current_date, '', ${RACERS})`.execute(db)
      const racers = makeRacers(channel)
      await insertRacers(
        db,
        racers.map(({ login }) => ({ platform: 'twitch', login, displayName: login })),
      )
      return async () => {
        const columns = Array.from(
          { length: NUMBERS },
          (_, column) => sql`${racers.map(({ numbers }) => numbers[column] ?? 0)}::integer[]`,
        )
        await sql`
          insert into racer_totals
            (channel_id, season, in_snapshot, racer_id, snapshot_race_points, snapshot_race_wins,
             snapshot_race_games, snapshot_royale_points, snapshot_royale_wins,
             snapshot_royale_games, snapshot_crown_wins)
          select ${id}::integer, ${SEASON}::integer, true, racer.id, a, b, c, d, e, f, g
          from unnest(
            ${racers.map(({ login }) => login)}::text[], ${sql.join(columns)}
          ) as t (login, a, b, c, d, e, f, g)
          join racers as racer on racer.platform = 'twitch' and racer.login = t.login`.execute(db)
      }
    }),
  )
  const start = performance.now()
  await runAtOnce(inserts, atOnce)
  return performance.now() - start
}
