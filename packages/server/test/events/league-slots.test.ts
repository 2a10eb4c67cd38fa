/** Streamers announce when they run a round, and everybody reads how far each channel is, as far as they may know. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createRounds, startEventServer } from '../helpers/event-server.ts'
import { codeRequest, heartbeat, makeCompanionKey } from '../helpers/fake-companion.ts'
import { gameUpload, raceFiles } from '../helpers/game-files.ts'
import type { Session, TestServer } from '../helpers/test-server.ts'

const RULES = { points: { kind: 'event' }, drops: [], minimumRounds: 0, ties: [], multipliers: [] }
const DAYS = ['2026-09-14', '2026-09-16', '2026-09-18', '2026-09-20']
const EVENING = '2026-09-14T20:00:00.000Z'
const COMPANION_KEY = makeCompanionKey()
const PRESCRIPTION = {
  ...{ mode: 'race', map: { name: 'Spire', creator: null }, sessionType: null, hours: null },
  games: { which: 'first', count: 2 },
}

type Name = 'host' | 'guest' | 'other' | 'stranger'
let server: TestServer
let people: Record<Name | 'boss', Session>
let ids: Record<string, number>
let seriesId: number
let rounds: number[]
let token: string

const call = (by: Name | null, method: 'GET' | 'PUT' | 'POST', url: string, body?: object) =>
  server.call({ method, url, headers: by === null ? {} : people[by], ...(body && { body }) })
const answer = async (...asked: Parameters<typeof call>) => (await call(...asked)).json()
const announce = (by: Name, index: number, slot: string | null) =>
  call(by, 'PUT', `/api/events/own-rounds/${rounds[index]}/slot`, { slot })
const say = (by: Name, index: number, hasRun: boolean) =>
  call(by, 'PUT', `/api/events/own-rounds/${rounds[index]}`, { hasRun })
const roundUrl = (index: number, rest: string) =>
  `/api/events/series/${seriesId}/league/rounds/${rounds[index]}${rest}`
const ownRound = async (by: Name, index: number) =>
  (await answer(by, 'GET', '/api/events/own-rounds')).find(
    ({ eventId }: { eventId: number }) => eventId === rounds[index],
  )

interface Channel {
  username: string
  state: string
  slot: string | null
  run: { by: string } | null
  games: { counted: number; of: number } | null
  refusal: string | null
}
const channelsOf = async (index: number, by: Name | null = 'host'): Promise<Channel[]> =>
  by === null
    ? (await answer(null, 'GET', `/api/leagues/${token}`)).rounds[index].channels
    : (await answer(by, 'GET', roundUrl(index, '/streamers'))).streamers
const statesOf = async (index: number, by: Name | null = 'host') =>
  Object.fromEntries((await channelsOf(index, by)).map(({ username, state }) => [username, state]))
const play = (by: Name, minutesAgo: number, map = 'Spire') => {
  const finishedAt = new Date(server.clock.now().getTime() - 60_000 * minutesAgo)
  return server.ask(
    gameUpload(raceFiles(['ada', 'bea'], finishedAt, { map }), {
      headers: people[by],
      fields: { finishedAt: finishedAt.toISOString() },
    }),
  )
}
const goTo = (instant: string) =>
  server.clock.advance({
    minutes: (Date.parse(instant) - server.clock.now().getTime()) / 60_000,
  })
const calendar = async (url: string) => (await call(null, 'GET', url)).body.replaceAll('\r\n ', '')

beforeAll(async () => {
  const started = await startEventServer<Name>(
    ['host', 'guest', 'other', 'stranger'],
    '2026-09-13T12:00:00Z',
  )
  ;({ server, people, ids } = started)
  ;({ seriesId, rounds } = await createRounds(server, people.host, {
    ...{ name: 'Autumn League', days: DAYS, leaderboard: started.leaderboard },
    participants: [ids.host, ids.guest, ids.other],
  }))
  await call('host', 'PUT', `/api/events/series/${seriesId}/league`, { rules: RULES })
  ;({ token } = await answer('host', 'POST', `/api/events/series/${seriesId}/link`))
})
afterAll(() => server.stop())

it('a streamer announces when they run a round, on its days and not in the past', async () => {
  expect((await announce('guest', 0, '2026-09-15T00:00:00Z')).json()).toMatchObject({
    code: 'slot_outside_days',
  })
  expect((await announce('guest', 0, '2026-09-13T23:59:59Z')).json()).toMatchObject({
    code: 'slot_outside_days',
  })
  expect((await announce('stranger', 0, EVENING)).json()).toEqual({ unauthorized: true })
  expect((await announce('guest', 0, '2026-09-14T22:00:00+02:00')).json()).toEqual({
    status: 'success',
  })
  expect(await ownRound('guest', 0)).toMatchObject({
    ...{ state: 'announced', slot: EVENING, hasOpened: false, overlaps: [] },
  })
  expect(await statesOf(0)).toEqual({ guest: 'announced', host: 'to-come', other: 'to-come' })
})

it('everybody with the address of the league reads it, also in calendars', async () => {
  // The round has no page of its own, so that nobody else is named.
  expect(await channelsOf(0, null)).toMatchObject([{ username: 'guest', slot: EVENING }])
  const feed = await calendar(`/api/calendar/leagues/${token}`)
  expect(feed).toContain('SUMMARY:guest runs Round 1')
  expect(feed).toContain('DTSTART:20260914T200000Z\r\nDTEND:20260914T220000Z')
  const own = await answer('other', 'POST', '/api/calendar/link')
  expect(await calendar(`/api/calendar/own/${own.token}`)).toContain('SUMMARY:guest runs Round 1')
})

it('slots that overlap are shown to both streamers', async () => {
  const overlapsOf = async (by: Name) =>
    (await ownRound(by, 0)).overlaps.map(
      ({ streamer, slot }: { streamer: { username: string } | null; slot: string }) => [
        streamer?.username ?? null,
        slot.slice(11, 16),
      ],
    )
  await announce('host', 0, '2026-09-14T18:00:00Z')
  expect(await overlapsOf('guest')).toEqual([])
  await announce('host', 0, '2026-09-14T18:01:00Z')
  expect(await overlapsOf('guest')).toEqual([['host', '18:01']])
  expect(await overlapsOf('host')).toEqual([['guest', '20:00']])
  expect(await overlapsOf('other')).toEqual([])
  await call('host', 'PUT', '/api/account/hidden-name')
  expect(await overlapsOf('guest')).toEqual([[null, '18:01']])
  expect(await channelsOf(0, null)).toMatchObject([{ username: 'guest' }])
  expect(await calendar(`/api/calendar/leagues/${token}`)).not.toContain('host runs')
  await server.call({ method: 'DELETE', url: '/api/account/hidden-name', headers: people.host })
  await announce('host', 0, null)
  expect(await overlapsOf('guest')).toEqual([])
})

it('what organisers announce about a round is beside what they prescribe', async () => {
  const text = { announcement: '  Five laps.  ' }
  expect((await call('guest', 'PUT', roundUrl(0, '/announcement'), text)).json()).toEqual({
    unauthorized: true,
  })
  await call('host', 'PUT', roundUrl(0, '/announcement'), text)
  await call('host', 'PUT', roundUrl(0, '/prescription'), { prescription: PRESCRIPTION })
  expect(await ownRound('guest', 0)).toMatchObject({
    ...{ announcement: 'Five laps.', prescription: PRESCRIPTION },
  })
  const { rounds: shown } = await answer(null, 'GET', `/api/leagues/${token}`)
  expect(shown[0].announcement).toBe('Five laps.')
  const tooLong = { announcement: 'x'.repeat(301) }
  expect((await call('host', 'PUT', roundUrl(0, '/announcement'), tooLong)).statusCode).toBe(400)
})

it('a channel is announced, then running, and has run once as many games count as are prescribed', async () => {
  goTo('2026-09-14T18:00:00Z')
  expect(await statesOf(0)).toEqual({ guest: 'announced', host: 'running', other: 'running' })
  expect((await announce('host', 0, '2026-09-14T17:00:00Z')).json()).toMatchObject({
    code: 'slot_over',
  })
  await play('guest', 9, 'Hill')
  expect((await channelsOf(0))[0]).toMatchObject({ state: 'refused', refusal: 'other_map' })
  await play('guest', 6)
  expect((await channelsOf(0))[0]).toMatchObject({
    ...{ state: 'running', refusal: null, games: { counted: 1, of: 2 }, run: null },
  })
  await play('guest', 3)
  expect((await channelsOf(0))[0]).toMatchObject({
    ...{ state: 'has-run', run: { at: '2026-09-14T17:57:00.000Z', by: 'games' } },
  })
  // Who sees nothing else of the round reads the same, because nothing is sealed.
  expect((await channelsOf(0, null))[0]).toMatchObject({ state: 'has-run', run: { by: 'games' } })
  // They play on, and say so.
  await say('guest', 0, false)
  expect((await channelsOf(0))[0]).toMatchObject({ state: 'running', run: null })
  await say('guest', 0, true)
})

it('a round is over once its streamers have run it, by their word or by their games', async () => {
  const stateOf = async () =>
    (await answer('host', 'GET', `/api/events/series/${seriesId}/league`)).rounds[0].state
  await say('host', 0, true)
  await play('other', 5)
  expect(await stateOf()).toBe('open')
  await play('other', 4)
  expect(await stateOf()).toBe('provisional')
  // Nothing has come from the host, who says that they have run.
  goTo('2026-09-15T01:00:00Z')
  expect(await statesOf(0)).toEqual({ guest: 'has-run', host: 'missing', other: 'has-run' })
  expect((await announce('guest', 0, EVENING)).json()).toMatchObject({ code: 'round_not_running' })
})

it('somebody who may not see sealed results reads what was said, and not how many games count', async () => {
  const settings = `/api/show/control/${rounds[1]}/settings`
  await call('host', 'PUT', settings, { isSealed: true, isPublic: true })
  await call('host', 'POST', `/api/show/control/${rounds[1]}/token`, { of: 'public' })
  await call('host', 'PUT', roundUrl(1, '/prescription'), { prescription: PRESCRIPTION })
  await announce('other', 1, '2026-09-16T21:00:00Z')
  goTo('2026-09-16T18:00:00Z')
  for (const minutesAgo of [6, 3]) {
    await play('guest', minutesAgo)
    await play('host', minutesAgo, 'Hill')
    await play('other', minutesAgo)
  }
  expect(await statesOf(1)).toEqual({ guest: 'has-run', host: 'refused', other: 'has-run' })
  expect(await statesOf(1, null)).toEqual({ guest: 'running', host: 'running', other: 'announced' })
  expect(
    (await channelsOf(1, null)).map(({ games, run, refusal }) => [games, run, refusal]),
  ).toEqual(Array(3).fill([null, null, null]))
  // One's own games are no secret.
  expect(await ownRound('guest', 1)).toMatchObject({ games: { counted: 2, of: 2 } })
  await say('host', 1, true)
  expect((await statesOf(1, null)).host).toBe('has-run')
  // All have run, and the round goes on for everybody, because their games are sealed.
  const { rounds: shown } = await answer('host', 'GET', `/api/events/series/${seriesId}/league`)
  expect(shown[1].state).toBe('open')
})

it('a round that prescribes no number of games has run by what is said, or when its days are over', async () => {
  await announce('guest', 2, '2026-09-18T20:00:00Z')
  const { participantUsers, ...event } = await answer(
    'host',
    'GET',
    `/api/events/getById/${rounds[2]}`,
  )
  const participants = participantUsers.map(({ id }: { id: number }) => id)
  const move = async (day: string) => {
    const body = { ...event, participants, startAt: day, endAt: day }
    const moved = await call('host', 'PUT', `/api/events/update/${rounds[2]}`, body)
    expect(moved.statusCode).toBe(200)
  }
  // A slot that is not on the days any more says nothing.
  await move('2026-09-19')
  expect((await ownRound('guest', 2)).slot).toBeNull()
  await move('2026-09-18')
  expect((await ownRound('guest', 2)).slot).toBe('2026-09-18T20:00:00.000Z')
  goTo('2026-09-18T20:30:00Z')
  expect(await statesOf(2)).toEqual({ guest: 'running', host: 'running', other: 'running' })
  await play('guest', 10)
  expect((await channelsOf(2))[0]).toMatchObject({ state: 'running', games: null })
  goTo('2026-09-19T01:00:00Z')
  expect(await statesOf(2)).toEqual({ guest: 'has-run', host: 'missing', other: 'missing' })
})

it("a companion's page has the slot of a round that is running, and what is announced about it", async () => {
  const code = await answer(null, 'POST', '/api/companion/codes', codeRequest(COMPANION_KEY))
  await call('guest', 'POST', `/api/companion/codes/${code.userCode}`, { answer: 'confirm' })
  await announce('guest', 3, '2026-09-20T20:00:00Z')
  await call('host', 'PUT', roundUrl(3, '/announcement'), { announcement: 'Ten laps.' })
  goTo('2026-09-20T10:00:00Z')
  const { runningEvents } = await answer(
    null,
    'POST',
    '/api/companion/heartbeat',
    heartbeat(COMPANION_KEY),
  )
  expect(runningEvents).toMatchObject([
    { hasRun: false, slot: '2026-09-20T20:00:00.000Z', announcement: 'Ten laps.' },
  ])
})
