/**
 * How much a season upload costs compared with the database's own work: season files of 2,000 racers through the HTTP
 * API, 8 at once, against inserting the same rows directly through the same connections.
 *
 * Run with `npm run bench`; with DATABASE_URL, in a new database on that server. Both are measured in turn, each time
 * with new channels; prints rows per second and their ratio, which has no bound.
 */
import http from 'node:http'
import { openApiClient } from '@rollcall/demo/api-client'
import { median, print } from './figures.ts'
import { type MeasuredServer, startMeasured } from './measured-server.ts'
import { makeRacers, RACERS, type RawInput, runAtOnce, SEASON } from './season-upload-rows.ts'

const AT_ONCE = 8
const UPLOADS_PER_ROUND = 24
const ROUNDS = 9

const CRLF = '\r\n'
const BOUNDARY = 'rollcall-bench-boundary'
const ROWS = new URL('./season-upload-rows.ts', import.meta.url).href

const agent = new http.Agent({ keepAlive: true, maxSockets: AT_ONCE })
const server = await startMeasured()
try {
  const ratios = await measure(server)
  const ratio = median(ratios)
  print(`median ${ratio.toFixed(2)}`)
} finally {
  agent.destroy()
  await server.stop()
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
