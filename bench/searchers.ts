/**
 * What six addresses that search, and ask for rivals and head to head as often as the limits allow, cost everybody else:
 * the p99 of pages over HTTP without them and with them, in turns, the median of three; and how long the database works
 * for one search of 200 letters. 1,000,000 names, 1,000,000 racer rows, 2,000,000 days, 1,000,000 results. Run with
 * `npm run bench`; with DATABASE_URL, in a new database on that server.
 */
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { NO_RATE_LIMITS } from '@rollcall/server/limits'
import { getFrom } from './calls.ts'
import { judge, median, p99, print } from './figures.ts'
import { type MeasuredServer, startMeasured } from './measured-server.ts'
import { BIG_CHANNEL, REGULARS } from './people-rows.ts'

const AMOUNTS = { totals: 1_000_000, days: 2_000_000, results: 1_000_000 }
const NAMES = 1_000_000
const ADDRESSES = 6
const ROUNDS = 3
const ROUND_MS = 20_000
const SETTLE_MS = 2_000
/** Others ask for so many pages a second, all together. */
const PAGES_A_SECOND = 20
const MOST_TIMES = 2
const MOST_SEARCH_MS = 50
const SEARCHES = 20

const PEOPLE_ROWS = new URL('./people-rows.ts', import.meta.url).href
const SEARCH_ROWS = new URL('./search-rows.ts', import.meta.url).href

const server = await startMeasured(
  Object.fromEntries(Object.keys(NO_RATE_LIMITS).map((name) => [name, ''])),
)
try {
  await server.run(PEOPLE_ROWS, 'fillPeople', AMOUNTS)
  await server.run(SEARCH_ROWS, 'fillNames', NAMES)
  print(`${JSON.stringify({ ...AMOUNTS, names: NAMES })}, ${server.databaseName}: filled`)
  await measureLongSearch(server)
  const isSearchShort = judge(
    'slowest search of 200 letters, ms',
    await measureLongSearch(server),
    {
      most: MOST_SEARCH_MS,
    },
  )
  await measurePages(server, 0)
  const [alone, beside]: [number[], number[]] = [[], []]
  for (let round = 1; round <= ROUNDS; round += 1) {
    alone.push(p99(await measurePages(server, 0)))
    beside.push(p99(await measurePages(server, round)))
  }
  print(`pages, p99 of each round, ms\talone ${ms(alone)}\tbeside searchers ${ms(beside)}`)
  const isKept = judge(
    'pages beside six searchers, times as slow',
    median(beside) / median(alone),
    {
      most: MOST_TIMES,
    },
  )
  process.exitCode = isSearchShort && isKept ? 0 : 1
} finally {
  await server.stop()
}

function ms(figures: readonly number[]): string {
  return figures.map((figure) => figure.toFixed(0)).join(', ')
}

/** The longest of a few searches, over HTTP: the database works for a part of that time. */
async function measureLongSearch({ origin }: MeasuredServer): Promise<number> {
  const times: number[] = []
  for (let n = 0; n < SEARCHES; n += 1) {
    await timePage(`${origin}/api/search?q=${longText(n)}`, { from: '127.1.0.1', times })
  }
  return Math.max(...times)
}

/** 200 letters with as many different trigrams of common names as possible. */
function longText(number: number): string {
  const words = [
    'marble',
    'speedy',
    'thunder',
    'golden',
    'racer',
    'phoenix',
    'shabri',
    'kalomi',
    'dragon',
    'velvet',
  ]
  return Array.from({ length: 40 }, (_, n) => words[(n * (number + 3)) % words.length])
    .join('')
    .slice(0, 200)
}

/** How long each page took that others asked for; from round 1 on, beside searchers from unused addresses. */
async function measurePages({ origin }: MeasuredServer, round: number): Promise<number[]> {
  const searchers = Array.from({ length: round === 0 ? 0 : ADDRESSES }, (_, n) => {
    const address = `127.0.${round}.${n + 1}`
    const paths = pathsOf(n)
    return new Worker(new URL('./searchers-thread.ts', import.meta.url), {
      workerData: { origin, address, paths },
    })
  })
  // Their threads and connections all start at once, which takes the processors of this machine, not of a server.
  await Promise.all(searchers.map((searcher) => once(searcher, 'message')))
  for (const searcher of searchers) searcher.postMessage('start')
  await new Promise((resolve) => setTimeout(resolve, SETTLE_MS))
  const times: number[] = []
  const calls: Promise<void>[] = []
  for (let call = 0; call < (ROUND_MS / 1_000) * PAGES_A_SECOND; call += 1) {
    calls.push(timePage(`${origin}${pageAt(call)}`, { from: `127.1.1.${1 + (call % 10)}`, times }))
    await new Promise((resolve) => setTimeout(resolve, 1_000 / PAGES_A_SECOND))
  }
  await Promise.all(calls)
  const answers: Record<string, number> = {}
  for (const searcher of searchers) {
    const reported = once(searcher, 'message')
    searcher.postMessage('stop')
    const [own] = (await reported) as [Record<string, number>]
    for (const [status, count] of Object.entries(own)) {
      answers[status] = (answers[status] ?? 0) + count
    }
    await searcher.terminate()
  }
  if (round > 0) print(`searchers were answered ${JSON.stringify(answers)}`)
  return times
}

async function timePage(
  url: string,
  { from, times }: { from: string; times: number[] },
): Promise<void> {
  const began = performance.now()
  const status = await getFrom(url, { localAddress: from })
  if (status !== 200) throw new Error(`${url}: ${status}`)
  times.push(performance.now() - began)
}

/** What a visitor of a racer's, a channel's and a map's page asks for. */
function pageAt(call: number): string {
  const person = `/api/racers/twitch/person_${REGULARS + (call % 500) * 101}`
  const pages = [
    person,
    `${person}/games`,
    `/api/channels/${BIG_CHANNEL}`,
    `/api/maps/${1 + (call % 100)}`,
  ]
  return pages[call % pages.length] ?? person
}

/** Words with a mistake, of up to 30 letters; rivals and head to head of people with 10,000 games. */
function pathsOf(searcher: number): string[] {
  const regular = (number: number) => `/api/racers/twitch/person_${1 + (number % REGULARS)}`
  return Array.from({ length: 300 }, (_, n) => {
    const number = n * ADDRESSES + searcher
    const search = `/api/search?q=${longText(number).slice(number % 40, (number % 40) + 12 + (number % 19))}`
    const versus = `${regular(number)}/versus/twitch/person_${1 + ((number + 3) % REGULARS)}`
    return [search, search.replace('=', '=q'), `${regular(number)}/rivals`, versus]
  }).flat()
}
