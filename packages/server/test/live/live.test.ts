/** Pages are notified of changes, but only of data they may see. */
import { BEARER_PROTOCOL, LIVE_PROTOCOL } from '@rollcall/contract/live'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { statementsDuring } from '../helpers/asked-statements.ts'
import { askForSocket, FollowedStream } from '../helpers/followed-stream.ts'
import { gameUpload, NO_HITS } from '../helpers/game-files.ts'
import { makeSeason, seasonUpload } from '../helpers/season-files.ts'
import { ShowEvent } from '../helpers/show-event.ts'
import { type Session, startTestServer, type TestServer, userIds } from '../helpers/test-server.ts'

const soon = { interval: 20 }

let server: TestServer
let streamer: Session
let viewer: Session
let eventId: number

beforeAll(async () => {
  server = await startTestServer()
  streamer = await server.signIn('streamer')
  viewer = await server.signIn('viewer')
  eventId = await createEvent('streamer')
  // A new channel changes every season, so it is created before the tests.
  await uploadSeason(1)
})
afterAll(async () => {
  await server.stop()
})

async function call(options: Parameters<TestServer['call']>[0]) {
  const response = await server.call(options)
  expect(response.statusCode, response.body).toBe(200)
  return response.json()
}

let created = 0

/** Each event has a name of its own: the same call again would count as a repeated click. */
async function createEvent(participant: string): Promise<number> {
  created += 1
  const [configuration] = await call({
    method: 'GET',
    url: '/api/events/leaderboards',
    headers: streamer,
  })
  const today = server.clock.now().toISOString().slice(0, 10)
  const body = {
    name: `Cup ${created}`,
    startDate: today,
    endDate: today,
    participants: [(await userIds(server))[participant]],
    leaderboard: configuration.id,
    timeZone: 'UTC',
  }
  const url = '/api/events/createEventSingle'
  const { id } = await call({ method: 'POST', url, headers: streamer, body })
  return id
}

/** Removes all participants but the streamer. */
async function removeFrom(event: number): Promise<void> {
  const stored = await call({
    method: 'GET',
    url: `/api/events/getById/${event}`,
    headers: streamer,
  })
  await call({
    method: 'PUT',
    url: `/api/events/update/${event}`,
    headers: streamer,
    body: { ...stored, participants: [(await userIds(server)).streamer] },
  })
}

async function uploadSeason(points: number): Promise<void> {
  await call(seasonUpload(makeSeason({ channel: 'streamer', points }), { headers: streamer }))
}

async function uploadGame(racer: string, headers = streamer): Promise<void> {
  const raceData = Buffer.from(
    `Position,Username,DisplayName,NameColor,PointsEarned,FinishTime,Eliminated\r\n1,${racer},Racer,FFFFFF,10,60.5,false\r\n`,
  )
  await call(gameUpload({ raceData, checkpointData: NO_HITS }, { headers }))
}

describe('a stream', () => {
  it("notifies a stranger of changes to a season's leaderboard, but not to other seasons", async () => {
    const current = await FollowedStream.open(server, 'everyone/season:75')
    const earlier = await FollowedStream.open(server, 'everyone/season:74')
    await uploadSeason(10)
    await expect.poll(() => current.changed, soon).toEqual(['everyone/season:75'])
    await uploadSeason(20)
    await expect
      .poll(() => current.changed, soon)
      .toEqual(['everyone/season:75', 'everyone/season:75'])
    expect(earlier.changed).toEqual([])
    current.close()
    earlier.close()
  })

  it('notifies participants of games and of changes to the event', async () => {
    const stream = await FollowedStream.open(server, `participants/event:${eventId}`, streamer)
    await uploadGame('first')
    await expect.poll(() => stream.changed, soon).toEqual([`participants/event:${eventId}`])
    const event = await call({
      method: 'GET',
      url: `/api/events/getById/${eventId}`,
      headers: streamer,
    })
    await call({
      method: 'PUT',
      url: `/api/events/update/${eventId}`,
      headers: streamer,
      body: {
        name: event.name,
        startAt: event.startAt,
        endAt: event.endAt,
        leaderboard_config_id: event.leaderboard_config_id,
        participants: Object.values(await userIds(server)),
      },
    })
    await expect.poll(() => stream.changed.length, soon).toBe(2)
    stream.close()
  })

  it('notifies of the first game of a streamer, who had no channel before', async () => {
    const beginner = await server.signIn('beginner')
    const id = await createEvent('beginner')
    const stream = await FollowedStream.open(server, `participants/event:${id}`, beginner)
    await uploadGame('third', beginner)
    await expect.poll(() => stream.changed, soon).toEqual([`participants/event:${id}`])
    stream.close()
  })

  it("notifies followers of a show's token of its moves, but only the organiser of a rehearsal", async () => {
    const event = await ShowEvent.create(server)
    await event.settings({ isPublic: true })
    const token = await event.token('public')
    const viewers = await FollowedStream.open(server, `link/show:${token}`)
    const host = await FollowedStream.open(server, `organiser/room:${event.id}`, event.host)
    await expect.poll(() => viewers.frames.length, soon).toBe(1)
    await event.move({ kind: 'start', phase: 'rehearsal' })
    await expect.poll(() => host.changed, soon).toEqual([`organiser/room:${event.id}`])
    expect(viewers.frames).toHaveLength(1)
    await event.move({ kind: 'start', phase: 'live' })
    await expect.poll(() => viewers.viewOf(`link/show:${token}`)?.scene, soon).toBe('reveal')
    expect(viewers.changed).toEqual([])
    await event.token('public')
    await expect.poll(() => viewers.hasEnded, soon).toBe(true)
    host.close()
  })

  it("notifies a channel's overlay of games, and of shows that pause it", async () => {
    const url = '/api/show/own-channel'
    const { token } = await call({ method: 'POST', url, headers: streamer })
    const stream = await FollowedStream.open(server, `link/channel:${token}`)
    const shown = () => call({ method: 'GET', url: `/api/show/channel/${token}?of=today` })
    await uploadGame('fourth')
    await expect.poll(() => stream.changed.length, soon).toBe(1)
    const { rows } = await shown()
    expect(rows).toContainEqual({
      rank: 1,
      racer_name: 'fourth',
      display_name: 'Racer',
      points: 10,
    })
    const event = await ShowEvent.create(server)
    const eventUrl = `/api/events/getById/${event.id}`
    const stored = await call({ method: 'GET', url: eventUrl, headers: event.host })
    const { streamer: id } = await userIds(server)
    const participants = [...stored.participantUsers.map((user: { id: number }) => user.id), id]
    await call({
      method: 'PUT',
      url: `/api/events/update/${event.id}`,
      headers: event.host,
      body: { ...stored, participants },
    })
    // The event's days may decide whether the streamer's day is held.
    await expect.poll(() => stream.changed.length, soon).toBe(2)
    const host = await FollowedStream.open(server, `organiser/room:${event.id}`, event.host)
    await event.settings({ pausesOverlays: true })
    await expect.poll(() => host.changed.length, soon).toBe(1)
    await event.move({ kind: 'start', phase: 'rehearsal' })
    await expect.poll(() => host.changed.length, soon).toBe(2)
    await event.move({ kind: 'finish' })
    await expect.poll(() => host.changed.length, soon).toBe(3)
    host.close()
    expect(stream.changed).toHaveLength(2)
    await event.move({ kind: 'start', phase: 'live' })
    await expect.poll(() => stream.changed.length, soon).toBe(3)
    expect(await shown()).toMatchObject({ isPaused: true, rows: [] })
    const allow = (isAllowed: boolean) =>
      call({
        method: 'PUT',
        url: `/api/show/concerning/${event.id}`,
        headers: streamer,
        body: { isAllowed },
      })
    const list = { method: 'GET', url: '/api/show/concerning', headers: streamer } as const
    expect(await call(list)).toMatchObject([{ event: { id: event.id }, isAllowed: true }])
    await allow(false)
    await expect.poll(() => stream.changed.length, soon).toBe(4)
    expect((await shown()).isPaused).toBe(false)
    await allow(true)
    expect((await shown()).isPaused).toBe(true)
    await expect.poll(() => stream.changed.length, soon).toBe(5)
    await event.settings({ pausesOverlays: false })
    await expect.poll(() => stream.changed.length, soon).toBe(6)
    expect((await shown()).isPaused).toBe(false)
    await event.settings({ pausesOverlays: true })
    await event.move({ kind: 'finish' })
    expect((await shown()).isPaused).toBe(false)
    stream.close()
  })

  it('costs no more statements if many follow the same topic', async () => {
    const event = await ShowEvent.create(server)
    const [caster] = event.casters
    const streams = await Promise.all(
      Array.from({ length: 30 }, () =>
        FollowedStream.open(server, `participants/event:${event.id}`, caster),
      ),
    )
    await event.upload('alpha', 0.1)
    await expect.poll(() => streams.every(({ changed }) => changed.length === 1), soon).toBe(true)
    const statements = await statementsDuring(async () => {
      await event.upload('alpha', 0.2)
      await expect.poll(() => streams.every(({ changed }) => changed.length === 2), soon).toBe(true)
    })
    // A statement for each stream would be the same as often as there are streams. Streams handle a change in their own
    // async context, so statements of timers are among these, but none as often.
    // The feed's own reading is left out, which is repeated on a slow machine.
    const ofStreams = statements.filter(({ text }) => !text.includes('from changes'))
    const byText = Map.groupBy(ofStreams, ({ text }) => text).values()
    const repeated = [...byText].map(({ length }) => length)
    expect(Math.max(...repeated)).toBeLessThan(streams.length)
    for (const stream of streams) {
      stream.close()
    }
  })

  it('has a limit per user, and ten times that limit for strangers of one address', async () => {
    const limited = await startTestServer({
      beside: server,
      env: { MAX_LIVE_STREAMS_OF_ONE: '2' },
    })
    const open = (headers = {}) => askForSocket(limited, 'everyone/season:75', headers)
    const mine = [await open(streamer), await open(streamer)]
    expect(mine.map(({ status }) => status)).toEqual([101, 101])
    expect((await open(streamer)).status).toBe(429)
    expect((await open(viewer)).status).toBe(101)
    for (const one of mine.slice(0, 1)) {
      if ('socket' in one) one.socket.close()
    }
    await expect.poll(async () => (await open(streamer)).status, soon).toBe(101)
    const strangers = await Promise.all(Array.from({ length: 21 }, () => open()))
    expect(strangers.filter(({ status }) => status === 101)).toHaveLength(20)
    // A stream of more than 40 topics takes three places.
    const seasons = Array.from({ length: 41 }, (_, index) => `everyone/season:${index + 1}`)
    expect((await askForSocket(limited, seasons.join(), { ...viewer })).status).toBe(429)
    // A call that is refused, or asks for no socket, takes no place.
    const nobody = await limited.signIn('nobody')
    const unknown = 'participants/event:999999999'
    for (let asked = 0; asked < 3; asked += 1) {
      expect((await askForSocket(limited, unknown, { ...nobody })).status).toBe(404)
      const url = '/api/live?topics=everyone/season:75'
      expect((await limited.call({ method: 'GET', url, headers: nobody })).statusCode).toBe(426)
    }
    expect((await open(nobody)).status).toBe(101)
    await limited.stop()
  })

  it("empties a channel's overlay of today when the streamer's next day begins", async () => {
    // The browser would send this with the session's first call.
    const inTokyo = server.context.db.updateTable('users').set({ time_zone: 'Asia/Tokyo' })
    await inTokyo.where('login', '=', 'streamer').execute()
    const url = '/api/show/own-channel'
    const { token } = await call({ method: 'POST', url, headers: streamer })
    const shown = (of: string) =>
      call({ method: 'GET', url: `/api/show/channel/${token}?of=${of}` })
    await uploadGame('fifth')
    expect((await shown('season')).dayEndsAt).toBeNull()
    const { dayEndsAt, rows } = await shown('today')
    expect(rows).not.toEqual([])
    const leftMs = Date.parse(dayEndsAt) - server.clock.now().getTime()
    expect(dayEndsAt).toContain('T15:00:00')
    expect(leftMs).toBeLessThanOrEqual(24 * 3_600_000)
    server.clock.advance({ minutes: Math.ceil(leftMs / 60_000) })
    expect(await shown('today')).toMatchObject({ rows: [] })
  })

  it('keeps a fifth of all places for signed-in people', async () => {
    const limited = await startTestServer({ beside: server, env: { MAX_LIVE_STREAMS: '5' } })
    const open = async (headers = {}) =>
      (await askForSocket(limited, 'everyone/season:75', headers)).status
    const strangers = await Promise.all(Array.from({ length: 6 }, () => open()))
    expect(strangers.toSorted()).toEqual([101, 101, 101, 101, 429, 429])
    expect(await open(streamer)).toBe(101)
    expect(await open(viewer)).toBe(429)
    await limited.stop()
  })

  it('can have a hundred topics, and names those that its reader may not see', async () => {
    const seasons = Array.from({ length: 98 }, (_, index) => `everyone/season:${index + 1}`)
    const mine = await createEvent('viewer')
    const topics = [...seasons, 'participants/event:999999999', `participants/event:${mine}`]
    const stream = await FollowedStream.open(server, topics.join(','), viewer)
    await expect.poll(() => stream.refused, soon).toEqual(['participants/event:999999999'])
    await removeFrom(mine)
    await expect
      .poll(() => stream.refused, soon)
      .toEqual(['participants/event:999999999', `participants/event:${mine}`])
    expect(stream.changed).toEqual([])
    await uploadSeason(30)
    await expect.poll(() => stream.changed, soon).toEqual(['everyone/season:75'])
    stream.close()
    const more = await askForSocket(server, [...topics, 'everyone/season:99'].join())
    expect(more.status).toBe(400)
  })

  it("is refused for other people's events, missing events and unknown topics", async () => {
    const others = await server.signIn('somebody else')
    const statusOf = async (topics: string, headers = {}) =>
      (await askForSocket(server, topics, headers)).status
    expect(await statusOf(`participants/event:${eventId}`, others)).toBe(403)
    expect(await statusOf(`participants/event:${eventId}`)).toBe(403)
    expect(await statusOf('participants/event:999999999', streamer)).toBe(404)
    expect(await statusOf('session:1', streamer)).toBe(400)
    expect(await statusOf('everyone/season:75,channel:1')).toBe(400)
    expect(await statusOf(`organiser/room:${eventId}`, viewer)).toBe(403)
    expect(await statusOf(`link/show:${'a'.repeat(22)}`)).toBe(404)
  })

  it('knows a page by the token among its protocols, which the answer does not repeat', async () => {
    const { streamer: id } = await userIds(server)
    const token = streamer.authorization.replace('Bearer ', '')
    const open = async (...protocols: string[]) => {
      const url = `${server.origin.replace('http', 'ws')}/api/live?topics=owner/uploads:${id}`
      const socket = new WebSocket(url, [LIVE_PROTOCOL, ...protocols])
      await new Promise((resolve) => {
        socket.onopen = resolve
        socket.onerror = resolve
      })
      socket.close()
      return socket.protocol
    }
    expect(await open(`${BEARER_PROTOCOL}${token}`)).toBe(LIVE_PROTOCOL)
    expect(await open()).toBe('')
  })

  it('ends with its session', async () => {
    const guest = await server.signIn('guest')
    const stream = await FollowedStream.open(server, 'everyone/season:75', guest)
    const other = await FollowedStream.open(server, 'everyone/season:75', viewer)
    await call({ method: 'POST', url: '/api/auth/logout', headers: guest })
    await expect.poll(() => stream.hasEnded, soon).toBe(true)
    expect(other.hasEnded).toBe(false)
    other.close()
  })

  it('ends when its follower no longer takes part', async () => {
    const mine = await createEvent('viewer')
    const stream = await FollowedStream.open(server, `participants/event:${mine}`, viewer)
    await removeFrom(mine)
    await expect.poll(() => stream.hasEnded, soon).toBe(true)
    expect(stream.changed).toEqual([])
  })

  it('does not delay a stop: the server ends it', async () => {
    const second = await startTestServer({ beside: server })
    const stream = await FollowedStream.open(second, 'everyone/season:75')
    await second.stop()
    await expect.poll(() => stream.hasEnded, soon).toBe(true)
    expect(stream.framesAtFirstPing).toBe(0)
  })

  it('says when to come back before a stop, not all at once, and the next stream has what was missed', async () => {
    const event = await ShowEvent.create(server)
    await event.settings({ isPublic: true })
    const topic = `link/show:${await event.token('public')}`
    const second = await startTestServer({ beside: server })
    const streams = await Promise.all(
      Array.from({ length: 20 }, () => FollowedStream.open(second, topic)),
    )
    await second.stop()
    await expect.poll(() => streams.every(({ hasEnded }) => hasEnded), soon).toBe(true)
    const returns = streams.map(({ returnAfterMs }) => returnAfterMs ?? 0)
    expect(Math.min(...returns)).toBeGreaterThanOrEqual(500)
    expect(Math.max(...returns)).toBeLessThanOrEqual(10_000)
    expect(new Set(returns).size).toBeGreaterThan(10)
    await event.move({ kind: 'start', phase: 'live' })
    const next = await FollowedStream.open(server, topic)
    await expect.poll(() => next.viewOf(topic)?.scene, soon).toBe('reveal')
    next.close()
  })
})
