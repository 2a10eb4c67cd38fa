/** Racers see the open boards of events that they raced in, and their results there; nothing ahead of a show. */
import type { MyResult } from '@rollcall/contract/events-results'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { FollowedStream, readFirstMessages } from '../helpers/followed-stream.ts'
import { gameUpload, raceFiles } from '../helpers/game-files.ts'
import { pointsAt, RACERS, racerAt, type Session, ShowEvent } from '../helpers/show-event.ts'
import { startTestServer, type TestServer, userIds } from '../helpers/test-server.ts'

let server: TestServer
let event: ShowEvent
let racer: Session
let stranger: Session

beforeAll(async () => {
  server = await startTestServer({ startsAt: new Date('2026-11-01T20:00:00Z') })
  // They raced before they signed in for the first time.
  event = await ShowEvent.create(server)
  racer = await server.signIn(racerAt(3))
  stranger = await server.signIn('stranger')
})
afterAll(() => server.stop())

const get = (headers: Session, url: string) => server.ask({ method: 'GET', url, headers })
const resultsOf = async (headers: Session, page = 1): Promise<MyResult[]> =>
  (await get(headers, `/api/events/my-results?page=${page}`)).results
const placeOf = (headers: Session, query = '') =>
  get(headers, `/api/events/own-row/${event.id}${query}`)
const boardOf = (headers: Session) => get(headers, `/api/events/get-leaderboard/${event.id}?page=1`)

const UNAUTHORIZED = { unauthorized: true }

/** Whatever a racer could find out about the event. */
async function everythingSeen() {
  return {
    results: await resultsOf(racer),
    place: await placeOf(racer),
    board: await boardOf(racer),
    summary: await get(racer, `/api/events/summary/${event.id}`),
    explained: await get(racer, `/api/events/explain-row/${event.id}?racer=${racerAt(3)}`),
  }
}

const NOTHING = {
  results: [],
  place: UNAUTHORIZED,
  board: UNAUTHORIZED,
  summary: UNAUTHORIZED,
  explained: UNAUTHORIZED,
}

describe('an open board', () => {
  it('gives a racer their result', async () => {
    expect(await resultsOf(racer)).toEqual([
      {
        id: event.id,
        name: 'Autumn Cup',
        startAt: '2026-11-01',
        endAt: '2026-11-02',
        startsAt: expect.any(String),
        endsAt: expect.any(String),
        creator: { username: 'host' },
        creatorPage: { platform: 'twitch', login: 'host' },
        publicToken: null,
        rank: 3,
        of: RACERS,
        points: pointsAt(3),
        hasDecimals: false,
        adjustments: [],
      },
    ])
  })

  it('shows a racer their row between the next better and the next lower one', async () => {
    expect((await placeOf(racer)).own).toMatchObject({
      above: { racer_name: racerAt(2), rank: 2, event_points: pointsAt(2) },
      row: { racer_name: racerAt(3), rank: 3, event_points: pointsAt(3) },
      below: { racer_name: racerAt(4), rank: 4, event_points: pointsAt(4) },
    })
    const { alpha } = await userIds(server)
    expect((await placeOf(racer, `?streamer=${alpha}`)).own.row).toMatchObject({
      rank: 3,
      event_points: pointsAt(3) * 0.4,
    })
  })

  it('skips everybody who shares a rank', async () => {
    const tied = await server.signIn(racerAt(6))
    expect((await placeOf(tied)).own).toMatchObject({
      above: { rank: 4 },
      row: { racer_name: racerAt(6), rank: 5 },
      below: { racer_name: racerAt(7), rank: 7 },
    })
    const next = await server.signIn(racerAt(7))
    expect((await placeOf(next)).own.above).toMatchObject({ racer_name: racerAt(5), rank: 5 })
    const first = await server.signIn(racerAt(1))
    expect((await placeOf(first)).own.above).toBeNull()
    const last = await server.signIn(racerAt(RACERS))
    expect((await placeOf(last)).own.below).toBeNull()
  })

  it('is open to its racers, and still closed to everybody else', async () => {
    expect(await boardOf(racer)).toMatchObject({ rowCount: RACERS, userId: null })
    expect(await get(racer, `/api/events/summary/${event.id}`)).toMatchObject({
      canManage: false,
      isOpen: true,
      isRacer: true,
    })
    expect(await get(event.host, `/api/events/summary/${event.id}`)).toMatchObject({
      isOpen: true,
      isRacer: false,
    })
    expect(await boardOf(stranger)).toEqual(UNAUTHORIZED)
    expect(await placeOf(stranger)).toEqual(UNAUTHORIZED)
    expect(await resultsOf(stranger)).toEqual([])
  })

  it('has no own row for an organiser who did not race', async () => {
    expect(await placeOf(event.host)).toEqual({ own: null })
    expect(await resultsOf(event.host)).toEqual([])
  })
})

describe('a board that viewers wait for', () => {
  let closed: ShowEvent

  beforeEach(async () => {
    closed = await ShowEvent.create(server, { name: 'Show Cup' })
    event = closed
  })

  it('is closed while the event is sealed, until its show is over', async () => {
    await closed.settings({ isSealed: true })
    expect(await everythingSeen()).toMatchObject({ ...NOTHING, results: expect.any(Array) })
    expect(await resultsHere()).toEqual([])
    await closed.move({ kind: 'start', phase: 'live' })
    expect(await placeOf(event.host)).toEqual({ own: null })
    await closed.move({ kind: 'finish' })
    expect(await resultsHere()).toMatchObject([{ rank: 3, publicToken: null }])
    expect((await placeOf(racer)).own.row.rank).toBe(3)
  })

  it('is closed while a public page says that results are coming', async () => {
    const token = await closed.token('public')
    await closed.settings({ isPublic: true })
    expect(await resultsHere()).toEqual([])
    expect(await boardOf(racer)).toEqual(UNAUTHORIZED)
    expect(await placeOf(event.host)).toEqual({ own: null })
    await closed.move({ kind: 'start', phase: 'live' })
    await closed.move({ kind: 'finish' })
    expect(await resultsHere()).toMatchObject([{ rank: 3, publicToken: token }])
  })

  it('closes when a show starts, and opens when viewers have seen its end', async () => {
    expect(await resultsHere()).toHaveLength(1)
    await closed.settings({ viewersDelayS: 60 })
    await closed.press({ kind: 'start', phase: 'live' })
    expect(await resultsHere()).toEqual([])
    expect(await boardOf(racer)).toEqual(UNAUTHORIZED)
    await closed.press({ kind: 'finish' })
    // The stage has shown everything, viewers nothing yet.
    expect(await resultsHere()).toEqual([])
    expect(await placeOf(racer)).toEqual(UNAUTHORIZED)
    await closed.settle()
    expect(await resultsHere()).toHaveLength(1)
  })

  it('shows a racer their row on the public page only after the show', async () => {
    const token = await closed.token('public')
    await closed.settings({ isPublic: true })
    const own = async (headers: Session) =>
      (await get(headers, `/api/show/public/${token}/own`)).own
    expect(await own(racer)).toBeNull()
    await closed.move({ kind: 'start', phase: 'live' })
    // Uncovered already, and still a row of a board that is not open.
    expect(await own(await server.signIn(racerAt(20)))).toBeNull()
    await closed.move({ kind: 'finish' })
    expect(await own(racer)).toMatchObject({
      page: 1,
      above: { racer_name: racerAt(2) },
      row: { racer_name: racerAt(3), rank: 3 },
      below: { racer_name: racerAt(4) },
    })
    expect(await own(stranger)).toBeNull()
    const refused = await server.call({ method: 'GET', url: `/api/show/public/${token}/own` })
    expect(refused.statusCode).toBe(401)
  })

  it('is followed live by its racers, who are refused while it is closed', async () => {
    const topic = `participants/event:${closed.id}`
    const newcomer = await server.signIn('racer_newcomer')
    const statusFor = async (headers: Session) =>
      (await readFirstMessages(server, topic, headers)).status
    expect(await statusFor(newcomer)).toBe(403)
    await closed.upload('alpha', 0.4, ['racer_newcomer'])
    const stream = await FollowedStream.open(server, topic, newcomer)
    await closed.upload('beta', 0.5)
    await expect.poll(() => stream.changed).toEqual([topic])
    stream.close()
    await closed.settings({ isSealed: true })
    expect(await statusFor(newcomer)).toBe(403)
  })

  const resultsHere = async () => (await resultsOf(racer)).filter(({ id }) => id === closed.id)
})

describe('results from games', () => {
  it('are listed newest first, ten to a page, without blocked organisers', async () => {
    const { db } = server.context
    const caster = await server.signIn('gamma')
    const host = await server.signIn('games_host')
    const { gamma, games_host } = await userIds(server)
    const [configuration] = await get(host, '/api/events/leaderboards')
    for (let number = 1; number <= 11; number += 1) {
      await db.deleteFrom('presses').execute()
      await server.ask({
        method: 'POST',
        url: '/api/events/createEventSingle',
        headers: host,
        body: {
          name: `Cup ${number}`,
          startDate: '2026-11-01',
          endDate: '2026-11-02',
          participants: [gamma],
          leaderboard: configuration.id,
          timeZone: 'UTC',
        },
      })
    }
    const fan = await server.signIn('game_fan')
    expect(await resultsOf(fan)).toEqual([])
    const files = raceFiles(['winner', 'game_fan'], server.clock.now())
    await server.ask(gameUpload(files, { headers: caster }))
    const first = await get(fan, '/api/events/my-results')
    expect(first.totalPages).toBe(2)
    expect(first.results.map(({ name }: MyResult) => name)).toEqual(
      Array.from({ length: 10 }, (_, index) => `Cup ${11 - index}`),
    )
    expect(first.results[0]).toMatchObject({ rank: 2, of: 2, points: 95 })
    expect(await resultsOf(fan, 2)).toMatchObject([{ name: 'Cup 1', rank: 2 }])
    await server.ask({
      method: 'PUT',
      url: `/api/events/blocked-organisers/${games_host}`,
      headers: fan,
    })
    expect(await resultsOf(fan)).toEqual([])
  })
})

describe('a login that changed hands', () => {
  const changeHands = (login: string, at: string) =>
    sql`
    with ended as (
      update login_periods set ended_at = ${at}::timestamptz where login = ${login} returning *
    )
    insert into login_periods (platform, login, user_id, started_at)
    select platform, login, (select id from users where login = 'stranger'), ${at}::timestamptz
    from ended`.execute(server.context.db)

  it('after the event: the row belongs to the owner at that time', async () => {
    const owner = await server.signIn(racerAt(8))
    await changeHands(racerAt(8), '2026-12-01T00:00:00Z')
    expect((await resultsOf(owner)).map(({ rank }) => rank)).toContain(8)
    expect(await resultsOf(stranger)).toEqual([])
  })

  it("during the event: the row is nobody's own", async () => {
    const owner = await server.signIn(racerAt(9))
    await changeHands(racerAt(9), '2026-11-01T12:00:00Z')
    expect(await resultsOf(owner)).toEqual([])
    expect(await resultsOf(stranger)).toEqual([])
    expect(await boardOf(owner)).toEqual(UNAUTHORIZED)
  })
})
