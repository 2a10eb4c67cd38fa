/** Where a racer is on channels: rank, gap to the next, and the change since the last day that they played. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { gameUpload, raceFiles } from '../helpers/game-files.ts'
import { makeSeason, seasonUpload } from '../helpers/season-files.ts'
import { closeDays } from '../helpers/settle-work.ts'
import { type Session, startTestServer, type TestServer } from '../helpers/test-server.ts'

let server: TestServer
let hill: Session
let dale: Session
let fan: Session

beforeAll(async () => {
  server = await startTestServer({ startsAt: new Date('2026-09-13T18:00:00Z') })
  hill = await server.signIn('hill')
  dale = await server.signIn('dale')
  fan = await server.signIn('fan')
})
afterAll(() => server.stop())

/** The winner gets one point per racer, the last racer gets 1. */
async function race(headers: Session, names: readonly string[]): Promise<void> {
  server.clock.advance({ minutes: 5 })
  await server.ask(gameUpload(raceFiles(names, server.clock.now()), { headers }))
}

const positions = (query = '') =>
  server.ask({ method: 'GET', url: `/api/dashboard/positions${query}`, headers: fan })

it('has no channels for somebody who never raced', async () => {
  expect(await positions()).toMatchObject({
    season: 75,
    racer: { platform: 'twitch', login: 'fan' },
    today: '2026-09-13',
    endsAt: '2026-09-14T16:00:00.000Z',
    channels: [],
    more: 0,
  })
})

it('has ranks and the gap to the next better one, the most points first', async () => {
  await race(hill, ['ada', 'bo', 'fan'])
  await race(dale, ['ada', 'bo', 'cy', 'fan', 'dee'])
  expect((await positions()).channels).toMatchObject([
    { channel: { login: 'dale' }, points: 2, rank: 4, of: 5, next: { rank: 3, gap: 1 } },
    { channel: { login: 'hill' }, points: 1, rank: 3, of: 3, next: { rank: 2, gap: 1 } },
  ])
  expect(await positions('?most=1')).toMatchObject({
    channels: [{ channel: { login: 'dale' } }],
    more: 1,
  })
})

it('compares the rank with that of the last day before today on which they played', async () => {
  server.clock.advance({ days: 1 })
  await closeDays(server.context)
  await race(hill, ['fan', 'ada', 'bo', 'cy', 'dee'])
  expect((await positions()).channels).toMatchObject([
    {
      ...{ channel: { login: 'hill' }, points: 6, rank: 2, next: { rank: 1, gap: 1 } },
      before: { rank: 3, day: '2026-09-13' },
    },
    { channel: { login: 'dale' }, before: { rank: 4, day: '2026-09-13' } },
  ])
})

it('is of a season, or of all seasons together', async () => {
  const files = makeSeason({
    channel: 'hill',
    season: 74,
    racers: [
      { name: 'fan', racePoints: 500 },
      { name: 'ada', racePoints: 2 },
    ],
  })
  await server.ask(seasonUpload(files, { headers: hill }))
  expect(await positions('?season=74')).toMatchObject({
    season: 74,
    channels: [{ channel: { login: 'hill' }, points: 500, rank: 1, of: 2, next: null }],
  })
  expect(await positions('?season=all')).toMatchObject({
    season: null,
    channels: [
      { channel: { login: 'hill' }, points: 506, rank: 1, of: 5, before: null },
      { channel: { login: 'dale' }, points: 2 },
    ],
  })
})

it('refuses more channels than it may have to rank', async () => {
  const url = '/api/dashboard/positions?most=61'
  const response = await server.call({ method: 'GET', url, headers: fan })
  expect(response.statusCode).toBe(400)
})
