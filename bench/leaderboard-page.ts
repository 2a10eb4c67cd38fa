/**
 * What a page of a season's leaderboard costs, over HTTP:
 *
 * 1. with 100,000 channels, requests a second on 50 connections against a bare Fastify route that
 *    answers the same bytes;
 * 2. the 99th percentile with 1,000,000 channels against 1,000;
 * 3. with 1,000,000 channels, under the load of 1, how soon an upload is in the answer: of the process
 *    that took it the next one, of another on the same PostgreSQL within two seconds.
 *
 * Run with `npm run bench`; with DATABASE_URL in new databases on that server.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { openApiClient } from '@rollcall/demo/api-client'
import { judge, median, p99, print } from './figures.ts'
import { ask, askOnce, type Question } from './leaderboard-calls.ts'
import { type MeasuredServer, startMeasured } from './measured-server.ts'
import { seasonFiles } from './uploaded-seasons.ts'

const SEASON = 75
const CONNECTIONS = 50
/** From one start of a process to the next, what V8 makes of the same code differs by a tenth. */
const STARTS = 5
const LEAST_RATIO = 0.6
const MOST_TIMES_SLOWER = 2
const FAST_ENOUGH_MS = 25
const FRESH_ELSEWHERE_MS = 2_000

const ROWS = new URL('./leaderboard-rows.ts', import.meta.url).href
const COLUMNS = ['Total Points', 'Total Races', 'PPR', 'Race HS', 'BR HS']
/** In every eleventh or thirteenth name, in few, in every name, in none. */
const FILTERS = ['gob', 'mar', '777', '_75', 'fox', '123', 'qqq', 'zeb', 'tyo', '999']

const verdicts: boolean[] = []
const servers: MeasuredServer[] = []
try {
  const ratios: number[] = []
  for (let time = 0; time < STARTS; time += 1) {
    ratios.push(...(await measureThroughput(await start(100_000))))
    await end()
  }
  verdicts.push(judge('first page, median ratio', median(ratios), { least: LEAST_RATIO }))
  const few = await start(1_000)
  const many = await start(1_000_000)
  await measureGrowth(few, many)
  await measureFreshness(many)
  process.exitCode = verdicts.every(Boolean) ? 0 : 1
} finally {
  await end()
}

/** A server with `channels` channels in the season, and their board in memory. */
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
  // Many short ones side by side: a machine with other work is faster and slower by the second.
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

/** What is asked, by its name; so many pages are there. */
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
  const ofFew = growthQuestions(100)
  const ofMany = growthQuestions(100_000)
  for (const name of Object.keys(ofFew)) {
    const times: { few: number; many: number }[] = []
    for (let round = 0; round <= rounds; round += 1) {
      const time = async (server: MeasuredServer, questions: readonly Question[] = []) =>
        p99((await ask(server.origin, { questions, connections: 10, amount: calls })).timesMs)
      const one = {
        few: await time(few, ofFew[name]),
        many: await time(many, ofMany[name]),
      }
      if (round > 0) times.push(one)
    }
    const fewMs = median(times.map((time) => time.few))
    const limit = Math.max(FAST_ENOUGH_MS, MOST_TIMES_SLOWER * fewMs)
    const manyMs = median(times.map((time) => time.many))
    verdicts.push(judge([name, fewMs.toFixed(1)].join('\t'), manyMs, { most: Math.round(limit) }))
  }
}

/** Uploads one channel's season over and over with more points each time, and looks for them. */
async function measureFreshness(server: MeasuredServer): Promise<void> {
  const uploads = 30
  const name = 'bench_fresh'
  const door = openApiClient(server.origin)
  const session = await door.signIn(name)
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
    await door.uploadSeason(
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
        most: FRESH_ELSEWHERE_MS,
      }),
    )
  }
}
