/**
 * The pages of people over HTTP on 16 connections, with 5,000,000 racer rows, 20,000,000 days and 5,000,000 results: a
 * racer's, a game's, a map's and a channel's of 50,000 racers, two racers head to head, and a racer's 20 rivals.
 *
 * The person that is asked for most, a regular, has 300 rows, 6,000 days and 10,000 games. Run with `npm run bench`; with
 * DATABASE_URL, in a new database on that server.
 */

import { CONNECTIONS, timeGets } from './calls.ts'
import { judge, p99, print } from './figures.ts'
import { type MeasuredServer, startMeasured } from './measured-server.ts'
import { BIG_CHANNEL, BIG_CHANNEL_RACERS, MAPS, REGULARS } from './people-rows.ts'

const AMOUNTS = { totals: 5_000_000, days: 20_000_000, results: 5_000_000 }
const CALLS = 1_000
const WARM_UP = 300
const FIRST_CALLS = 20
const MAX_MS = { page: 100, first: 300, again: 100, versus: 150, rivals: 400 }

const ROWS = new URL('./people-rows.ts', import.meta.url).href
const many = (of: (number: number) => string) => Array.from({ length: 50 }, (_, n) => of(n + 1))
const somebody = (number: number) => `/api/racers/twitch/person_${REGULARS + number * 1_901}`
const regular = (number: number) => `/api/racers/twitch/person_${1 + (number % REGULARS)}`
const big = `/api/channels/${BIG_CHANNEL}`

const server = await startMeasured()
try {
  const start = performance.now()
  await server.run(ROWS, 'fillPeople', AMOUNTS)
  const seconds = ((performance.now() - start) / 1_000).toFixed(0)
  print(`${JSON.stringify(AMOUNTS)}, ${server.databaseName}: filled in ${seconds} s`)
  print(`${CONNECTIONS} connections, p99 in ms`)
  process.exitCode = (await measure(server)) ? 0 : 1
} finally {
  await server.stop()
}

async function measure(server: MeasuredServer): Promise<boolean> {
  const games = await server.run<number[]>(ROWS, 'someGames', 50)
  const pages: readonly (readonly [string, readonly string[], number])[] = [
    ['racer', many(somebody), MAX_MS.page],
    ['racer, a regular', many(regular), MAX_MS.page],
    ['ranks of a racer', many((n) => `${somebody(n)}/channels`), MAX_MS.page],
    ['ranks of a regular', many((n) => `${regular(n)}/channels`), MAX_MS.page],
    ['games of a racer', many((n) => `${somebody(n)}/games`), MAX_MS.page],
    ['games of a regular', many((n) => `${regular(n)}/games`), MAX_MS.page],
    ['game', games.map((id) => `/api/games/${id}`), MAX_MS.page],
    ['rows of a game', games.map((id) => `/api/games/${id}/rows`), MAX_MS.page],
    ['map', many((n) => `/api/maps/${1 + (n % MAPS)}`), MAX_MS.page],
    ['map played most', ['/api/maps/1'], MAX_MS.page],
    ['head to head', many((n) => `${somebody(n)}/versus/twitch/person_1`), MAX_MS.versus],
    [
      'head to head of regulars',
      many((n) => `${regular(n)}/versus/twitch/person_${1 + ((n + 3) % REGULARS)}`),
      MAX_MS.versus,
    ],
    ['rivals of a racer', many((n) => `${somebody(n)}/rivals`), MAX_MS.rivals],
    ['rivals of a regular', many((n) => `${regular(n)}/rivals`), MAX_MS.rivals],
  ]
  let isReached = true
  for (const [name, paths, most] of pages) {
    await timeGets(server.origin, { paths, calls: WARM_UP })
    isReached =
      judge(name, p99(await timeGets(server.origin, { paths, calls: CALLS })), { most }) &&
      isReached
  }
  return (await measureChannel(server)) && isReached
}

/** The first call after a change reads the board; further ones find it in memory. */
async function measureChannel(server: MeasuredServer): Promise<boolean> {
  const day = new Date(Date.now() - 3 * 86_400_000).toISOString().slice(0, 10)
  const boards = [
    big,
    `${big}/games`,
    ...['season', 'lifetime', day].flatMap((of) =>
      ['all', 'race', 'royale'].map((mode) => `${big}/board?of=${of}&mode=${mode}`),
    ),
  ]
  let isReached = true
  for (const path of boards) {
    const first: number[] = []
    for (let call = 0; call < FIRST_CALLS; call += 1) {
      await server.run(ROWS, 'touchBigChannel')
      const began = performance.now()
      const response = await fetch(new URL(path, server.origin))
      await response.text()
      first.push(performance.now() - began)
      if (!response.ok) throw new Error(`${path}: ${response.status}`)
    }
    const of = `${path.slice(big.length) || 'page'} of ${BIG_CHANNEL_RACERS} racers`
    isReached = judge(`${of}, first`, p99(first), { most: MAX_MS.first }) && isReached
    await timeGets(server.origin, { paths: [path], calls: WARM_UP })
    const again = p99(await timeGets(server.origin, { paths: [path], calls: CALLS }))
    isReached = judge(`${of}, again`, again, { most: MAX_MS.again }) && isReached
  }
  return isReached
}
