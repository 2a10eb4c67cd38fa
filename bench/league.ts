/**
 * A league of 16 rounds, each with 5,000 racers: the table once results are stored, and further
 * pages of it, and how it came to be. Run with `node bench/league.ts`; with DATABASE_URL, in a new database on that server.
 */
import { openApiClient } from '@rollcall/demo/api-client'
import { ROWS } from './event-rows.ts'
import { judge, median, print } from './figures.ts'
import { startMeasured } from './measured-server.ts'

const ROUNDS = 16
const RACERS = 5_000
const FIRST_CALLS = 5
const CALLS = 20
const MOST_MS = { first: 500, again: 50, story: 1_000, storyAgain: 50 }
const RULES = {
  points: { kind: 'event' },
  drops: [0, 0, 1, 1, 2],
  minimumRounds: 3,
  ties: ['best_results', 'wins', 'last_round'],
  multipliers: [],
}

const server = await startMeasured()
try {
  const client = openApiClient(server.origin)
  const host = await client.signIn('bench_host')
  const participants = await server.run<number[]>(ROWS, 'makeStreamers', 1)
  const [configuration] = await client.call<{ id: number }[]>('/api/events/leaderboards', host)
  const { id } = await client.call<{ id: number }>('/api/events/createEventSeries', host, {
    seriesName: 'Bench League',
    events: Array.from({ length: ROUNDS }, (_, index) => ({
      name: `Round ${index + 1}`,
      startDate: `2026-08-${String(index + 1).padStart(2, '0')}`,
      endDate: `2026-08-${String(index + 1).padStart(2, '0')}`,
      participants,
      leaderboard: configuration?.id,
    })),
  })
  const [series] = await client.call<{ events: { id: number }[] }[]>(
    `/api/events/getBySeriesId/${id}`,
    host,
  )
  for (const event of series?.events ?? []) {
    await server.run(ROWS, 'fillSnapshots', { eventId: event.id, racers: RACERS })
  }
  const path = `/api/events/series/${id}/league`
  await client.call(path, host, { rules: RULES }, 'PUT')
  const read = async (page: number) => {
    const began = performance.now()
    const table = await openApiClient(server.origin).call<{ total: number }>(
      `${path}?page=${page}`,
      host,
    )
    return { ms: performance.now() - began, total: table.total }
  }
  const made = await read(1)
  print(
    `${ROUNDS} rounds, ${made.total} rows, ${server.databaseName}; boards made in ${made.ms.toFixed(0)} ms`,
  )
  const first: number[] = []
  for (let call = 0; call < FIRST_CALLS; call += 1) {
    await server.run(ROWS, 'touchLogins')
    first.push((await read(1)).ms)
  }
  const again: number[] = []
  for (let call = 0; call < CALLS; call += 1) {
    again.push((await read(2 + (call % 50))).ms)
  }
  const { token } = await client.call<{ token: string }>(`/api/events/series/${id}/link`, host, {})
  const tell = async () => {
    const began = performance.now()
    await openApiClient(server.origin).call(`/api/leagues/${token}/story`, host)
    return performance.now() - began
  }
  const story: number[] = []
  const storyAgain: number[] = []
  for (let call = 0; call < FIRST_CALLS; call += 1) {
    await server.run(ROWS, 'touchLogins')
    await read(1)
    story.push(await tell())
    storyAgain.push(await tell())
  }
  const verdicts = [
    judge('the table once results are stored, ms', median(first), { most: MOST_MS.first }),
    judge('a page again, ms', median(again), { most: MOST_MS.again }),
    judge('how it came to be, ms', median(story), { most: MOST_MS.story }),
    judge('the same again, ms', median(storyAgain), { most: MOST_MS.storyAgain }),
  ]
  process.exitCode = verdicts.every(Boolean) ? 0 : 1
} finally {
  await server.stop()
}
