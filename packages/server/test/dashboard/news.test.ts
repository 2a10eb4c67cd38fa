/** What happened since the last visit to the dashboard, and when a visit ends. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { gameUpload, raceFiles } from '../helpers/game-files.ts'
import { closeDays } from '../helpers/settle-work.ts'
import { racerAt, ShowEvent } from '../helpers/show-event.ts'
import { type Session, startTestServer, type TestServer } from '../helpers/test-server.ts'

let server: TestServer
let hill: Session
let fan: Session
let fans = 0
let name = ''

beforeAll(async () => {
  server = await startTestServer({ startsAt: new Date('2026-09-13T18:00:00Z') })
  hill = await server.signIn('hill')
})
afterAll(() => server.stop())
beforeEach(async () => {
  fans += 1
  name = `fan_${fans}`
  fan = await server.signIn(name)
})

async function race(names: readonly string[]): Promise<void> {
  server.clock.advance({ minutes: 5 })
  await server.ask(gameUpload(raceFiles(names, server.clock.now()), { headers: hill }))
}

const visit = (headers = fan) => server.ask({ method: 'PUT', url: '/api/account/visit', headers })
const news = (headers = fan) => server.ask({ method: 'GET', url: '/api/dashboard/news', headers })

it('says nothing on the first visit', async () => {
  const first = { since: null, games: { total: 0, won: 0 }, ranks: [], badges: [], events: [] }
  expect(await news()).toEqual({ news: first, stream: null })
  await visit()
  expect(await news()).toEqual({ news: first, stream: null })
})

it('begins another visit after a pause of more than an hour, whether noted yet or not', async () => {
  await visit()
  server.clock.advance({ minutes: 60 })
  await visit()
  const ended = server.clock.now().toISOString()
  expect((await news()).news.since).toBeNull()
  server.clock.advance({ minutes: 61 })
  expect((await news()).news.since).toBe(ended)
  await visit()
  expect((await news()).news.since).toBe(ended)
  server.clock.advance({ minutes: 30 })
  await visit()
  expect((await news()).news.since).toBe(ended)
})

it('has games, badges and ranks since then', async () => {
  await race([name, 'ada', 'bo'])
  await race(['ada', 'bo', name])
  await visit()
  server.clock.advance({ days: 1 })
  await closeDays(server.context)
  expect((await news()).news).toMatchObject({ games: { total: 0, won: 0 }, ranks: [], badges: [] })

  await race(['cy', 'bo', 'ada', name])
  for (const _ of [1, 2]) {
    await race([name, 'ada', 'bo', 'cy', 'dee', 'eli'])
  }
  const { news: since } = await news()
  expect(since.games).toEqual({ total: 3, won: 2 })
  expect(since.ranks).toMatchObject([{ channel: { login: 'hill' }, before: 2, rank: 1 }])
})

it('tells a streamer about the evening, the companion and the overlay', async () => {
  server.clock.advance({ days: 1 })
  expect((await news(hill)).stream).toEqual({
    channel: { platform: 'twitch', login: 'hill' },
    today: '2026-09-15',
    games: 0,
    companionSeenAt: null,
    hasOverlay: false,
  })
  await race(['ada', 'bo'])
  expect((await news(hill)).stream.games).toBe(1)
})

it("is in the account's own data", async () => {
  await visit()
  const seen = server.clock.now()
  const { visits } = await server.ask({ method: 'GET', url: '/api/account/data', headers: fan })
  expect(visits).toMatchObject([{ ended_before: null }])
  expect(new Date(visits[0].seen_at)).toEqual(seen)
})

it('has the events revealed since then, for racers and streamers who were in them', async () => {
  server.clock.advance({ days: 48 })
  const event = await ShowEvent.create(server)
  await event.settings({ isPublic: true, isListed: true })
  const token = await event.token('public')
  const [streamer] = event.casters
  const racer = await server.signIn(racerAt(3))
  const readers = [racer, streamer, await server.signIn('stranger')]
  for (const headers of readers) await visit(headers)
  server.clock.advance({ hours: 2 })
  const seen = () => Promise.all(readers.map(async (headers) => (await news(headers)).news.events))
  await event.move({ kind: 'start', phase: 'live', startRank: 10 })
  expect(await seen()).toEqual([[], [], []])
  await event.move({ kind: 'finish' })
  const revealed = { name: 'Autumn Cup', token }
  expect(await seen()).toEqual([[{ ...revealed, rank: 3 }], [{ ...revealed, rank: null }], []])
  await event.move({ kind: 'reset' })
  expect(await seen()).toEqual([[], [], []])
})
