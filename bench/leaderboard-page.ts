/**
 * What a page of a season's leaderboard costs over HTTP:
 *
 * 1. with 100,000 channels, requests per second on 50 connections, compared with a bare Fastify route that answers
 *    the same bytes;
 * 2. the 99th percentile with 1,000,000 channels, compared with 1,000;
 * 3. with 1,000,000 channels, under the load of 1, how soon an upload is in the answers: in the next answer of the
 *    process that accepted it, and within two seconds in those of another process on the same PostgreSQL.
 *
 * Run with `npm run bench`; with DATABASE_URL, in new databases on that server.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { openApiClient } from '@rollcall/demo/api-client'
import { ask, askOnce, type Question } from './calls.ts'
import { judge, median, p99, print } from './figures.ts'
import { type MeasuredServer, startMeasured } from './measured-server.ts'
import { seasonFiles } from './uploads.ts'

const SEASON = 75
const CONNECTIONS = 50
/** Between two starts of a process, the speed of V8's compiled code differs by a tenth. */
const STARTS = 5
const MIN_RATIO = 0.6
const MAX_TIMES_SLOWER = 2
const FAST_ENOUGH_MS = 25
const MAX_DELAY_ELSEWHERE_MS = 2_000

const ROWS = new URL('./leaderboard-rows.ts', import.meta.url).href
const COLUMNS = ['Total Points', 'Total Races', 'PPR', 'Race HS', 'BR HS']
/** Found in every eleventh or thirteenth name, in a few, in all or in none. */
const FILTERS = ['gob', 'mar', '777', '_75', 'fox', '123', 'qqq', 'zeb', 'tyo', '999']

const verdicts: boolean[] = []
const servers: MeasuredServer[] = []
try {
  const ratios: number[] = []
  for (let time = 0; time < STARTS; time += 1) {
    ratios.push(...(await measureThroughput(await start(100_000))))
    await end()
  }
  verdicts.push(judge('first page, median ratio', median(ratios), { least: MIN_RATIO }))
  const few = await start(1_000)
  const many = await start(1_000_000)
  await measureGrowth(few, many)
  await measureFreshness(many)
  process.exitCode = verdicts.every(Boolean) ? 0 : 1
} finally {
  await end()
}

/** Starts a server with this many channels in the season, and their board in memory. */
async function start(channels: number): Promise<MeasuredServer> {
  const server = await startMeasured()
  servers.push(server)
  const begin = performance.now()
  await server.run(ROWS, 'fillSeason', { season: SEASON, channels })
  const filled = performance.now()
  await askOnce(server.origin, { season: SEASON })
  const seconds = (ms: number) => (ms / 1_000).toFixed(1)
  print(
    `${channels.toLocaleString('en')} channels, ${server.databaseName}: filled in ${seconds(filled - begin)} s, the first page took ${seconds(performance.now() - filled)} s`,
  )
  return server
}

async function end(): Promise<void> {
  for (const server of servers.splice(0).toReversed()) await server.stop()
}

async function measureThroughput(server: MeasuredServer): Promise<number[]> {
  // Many short rounds in turn, because a machine with other load changes its speed by the second.
  const rounds = 20
  const first = { season: SEASON }
  const bytes = await askOnce(server.origin, first)
  const bare = `http://127.0.0.1:${await server.run<number>(ROWS, 'listenBare', bytes)}`
  print(`requests/s, ${CONNECTIONS} connections`)
  print(['round', 'bare route', 'first page', 'ratio'].join('\t'))
  const ratios: number[] = []
  // The first rounds let both warm up.
  for (let round = -3; round <= rounds; round += 1) {
    const load = { questions: [first], connections: CONNECTIONS, amount: 3_000 }
    const bareRate = (await ask(bare, load)).perSecond
    const pageRate = (await ask(server.origin, load)).perSecond
    if (round <= 0) continue
    const ratio = pageRate / bareRate
    ratios.push(ratio)
    print([round, bareRate.toFixed(0), pageRate.toFixed(0), ratio.toFixed(2)].join('\t'))
  }
  print(`median of this start\t${median(ratios).toFixed(2)}`)
  return ratios
}

/** The questions by name, for a board with this many pages. */
function growthQuestions(pages: number): Record<string, Question[]> {
  const season = SEASON
  const spread = Array.from({ length: 200 }, (_, index) => 1 + ((index * 7_919) % pages))
  return {
    'first page': [{ season }],
    'last page': [{ season, page: pages }],
    'any page': spread.map((page) => ({ season, page })),
    ...Object.fromEntries(
      COLUMNS.flatMap((sortBy) =>
        (['DESC', 'ASC'] as const).map((sortOrder) => [
          `${sortBy} ${sortOrder}`,
          spread.slice(0, 50).map((page) => ({ season, sortBy, sortOrder, page })),
        ]),
      ),
    ),
    '3 letters, first page': FILTERS.map((channel) => ({ season, channel })),
    '3 letters, any page': spread.map((page, index) => ({
      season,
      channel: FILTERS[index % FILTERS.length] ?? '',
      page: 1 + (page % Math.ceil(pages / 20)),
      sortBy: COLUMNS[index % COLUMNS.length] ?? '',
    })),
  }
}

async function measureGrowth(few: MeasuredServer, many: MeasuredServer): Promise<void> {
  const rounds = 5
  const calls = 400
  print(`p99 in ms, 10 connections`)
  print(['question', '1,000', '1,000,000', 'limit'].join('\t'))
  const fewQuestions = growthQuestions(100)
  const manyQuestions = growthQuestions(100_000)
  for (const name of Object.keys(fewQuestions)) {
    const times: { few: number; many: number }[] = []
    for (let round = 0; round <= rounds; round += 1) {
      const time = async (server: MeasuredServer, questions: readonly Question[] = []) =>
        p99((await ask(server.origin, { questions, connections: 10, amount: calls })).timesMs)
      const one = {
        few: await time(few, fewQuestions[name]),
        many: await time(many, manyQuestions[name]),
      }
      if (round > 0) times.push(one)
    }
    const fewMs = median(times.map((time) => time.few))
    const limit = Math.max(FAST_ENOUGH_MS, MAX_TIMES_SLOWER * fewMs)
    const manyMs = median(times.map((time) => time.many))
    verdicts.push(judge([name, fewMs.toFixed(1)].join('\t'), manyMs, { most: Math.round(limit) }))
  }
}

/** Uploads one channel's season again and again, each time with more points, and waits for them to appear. */
async function measureFreshness(server: MeasuredServer): Promise<void> {
  const uploads = 30
  const name = 'bench_fresh'
  const client = openApiClient(server.origin)
  const session = await client.signIn(name)
  const other = server.databaseName === 'PostgreSQL' ? await server.beside() : null
  if (other !== null) {
    servers.push(other)
    await askOnce(other.origin, { season: SEASON })
  }
  const enough = new AbortController()
  const questions = Array.from({ length: 50 }, (_, index) => ({ season: SEASON, page: index + 1 }))
  const load = ask(server.origin, { questions, connections: CONNECTIONS, signal: enough.signal })
  const shows = async ({ origin }: MeasuredServer, points: number) =>
    (await askOnce(origin, { season: SEASON, channel: name })).includes(`"totalPoints":${points},`)
  let missed = 0
  const hereMs: number[] = []
  const elsewhereMs: number[] = []
  for (let points = 1; points <= uploads; points += 1) {
    await client.uploadSeason(
      seasonFiles({ channel: name, season: SEASON, racers: 20, points }),
      session,
    )
    const answeredAt = performance.now()
    if (!(await shows(server, points))) missed += 1
    hereMs.push(performance.now() - answeredAt)
    if (other !== null) {
      while (!(await shows(other, points))) await delay(10)
      elsewhereMs.push(performance.now() - answeredAt)
    }
  }
  enough.abort()
  const { perSecond } = await load
  print(`freshness, ${uploads} uploads at ${perSecond.toFixed(0)} pages/s`)
  verdicts.push(judge('next answers without the upload', missed, { most: 0 }))
  print(`from the 200 to the next answer, slowest: ${Math.max(...hereMs).toFixed(0)} ms`)
  if (other !== null) {
    verdicts.push(
      judge('in another process, slowest, ms', Math.max(...elsewhereMs), {
        most: MAX_DELAY_ELSEWHERE_MS,
      }),
    )
  }
}
