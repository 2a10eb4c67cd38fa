/**
 * Nobody reads ahead in an event of their own: what a sealed event counts is counted by no other one, whoever made
 * it, until the show is over.
 */
import { allEndpoints } from '@rollcall/contract/all-endpoints'
import type { ControlRoom } from '@rollcall/contract/show'
import { STANDARD_CONFIGURATION } from '@rollcall/scoring/configuration'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { routeOf } from './endpoint-cases.ts'
import { eventUpload, gameUpload } from './game-files.ts'
import { createWorld, type World } from './owners-world.ts'
import { answersTo, hiddenNames, PROBES } from './show-attacker.ts'
import { eventFile, RACERS, racerAt, type Session } from './show-event.ts'
import { startTestServer, type TestServer, userIds } from './test-server.ts'

let server: TestServer
let ids: Record<string, number>
let standard: number
let world: World
const people: Record<string, Session> = {}

beforeAll(async () => {
  server = await startTestServer({ startsAt: new Date('2026-11-01T12:00:00Z') })
  for (const name of ['host', 'rival', 'alpha', 'beta']) {
    people[name] = await server.signIn(name)
  }
  world = await createWorld(server, await server.signIn('owner'))
  ids = await userIds(server)
  standard = (await ask('host', 'GET', '/api/events/leaderboards'))[0].id
})
afterAll(() => server.stop())

const ask = (who: string, method: 'GET' | 'POST' | 'PUT', url: string, body?: object) =>
  server.ask({ method, url, headers: people[who] ?? {}, ...(body && { body }) })

async function createEvent(who: string, change: object = {}): Promise<number> {
  const body = {
    name: `A cup of ${who}`,
    startDate: '2026-11-01',
    endDate: '2026-11-02',
    participants: [ids.alpha, ids.beta],
    leaderboard: standard,
    timeZone: 'UTC',
    ...change,
  }
  return (await ask(who, 'POST', '/api/events/createEventSingle', body)).id
}

const seal = (who: string, eventId: number, isSealed = true) =>
  ask(who, 'PUT', `/api/show/control/${eventId}/settings`, { isSealed, isPublic: true })

const control = (who: string, eventId: number): Promise<ControlRoom> =>
  ask(who, 'GET', `/api/show/control/${eventId}`)

async function move(who: string, eventId: number, move: object): Promise<void> {
  server.clock.advance({ minutes: 1 })
  const { version } = await control(who, eventId)
  await ask(who, 'POST', `/api/show/control/${eventId}/move`, { version, move })
}

const makeToken = async (who: string, eventId: number, of: 'public' | 'overlay') =>
  (await ask(who, 'POST', `/api/show/control/${eventId}/token`, { of }))[`${of}Token`]

/** Who is on whose board of an event. */
async function namesIn(who: string, eventId: number): Promise<Record<string, string[]>> {
  const boards: { username: string; leaderboard: { racer_name: string }[] }[] = await ask(
    who,
    'GET',
    `/api/events/get-leaderboard/${eventId}`,
  )
  return Object.fromEntries(
    boards.map(({ username, leaderboard }) => [
      username,
      leaderboard.map(({ racer_name }) => racer_name),
    ]),
  )
}

let gameNumber = 0

/** A race of everybody that finishes now; the first one is racer 1. */
async function race(channel: string, racers = RACERS): Promise<void> {
  gameNumber += 1
  const gameId = `00000000-0000-0000-0000-${String(gameNumber).padStart(12, '0')}`
  const results = Array.from({ length: racers }, (_, index) => {
    const name = racerAt(index + 1)
    return `${gameId},${index + 1},${name},${name},Twitch,FFFFFFFF,${100 - index},1,0,1,${60 + index},false`
  })
  const at = server.clock.now().toISOString()
  const files = {
    raceData: [
      'SnapshotId,Position,Username,DisplayName,Platform,NameColorHex,SeasonPointsEarned,SeasonPointsTotal,SeasonWinsTotal,SeasonMatchesPlayedTotal,TimeInRaceSeconds,Eliminated',
      ...results,
    ],
    summaryData: [
      'SchemaVersion,SnapshotId,GeneratedAtUtc,Status,GameMode,SessionType,MapName,MapCreator,PlayerCount,FinishedCount,EliminatedCount,WinnerPlatform,WinnerUsername',
      `4,${gameId},${at},Final,Race,Qualifying,Hill,Pixel by Pixel Studios,${racers},${racers},0,Twitch,${racerAt(1)}`,
    ],
  }
  const [raceData = NOTHING, summaryData = NOTHING] = Object.values(files).map((lines) =>
    Buffer.from([...lines, ''].join('\r\n')),
  )
  await server.ask(gameUpload({ raceData, summaryData }, { headers: people[channel] ?? {} }))
}

const NOTHING = Buffer.from('')
const DAY_MS = 24 * 60 * 60 * 1000

/** The calls that tell something, and those by which an attacker might hear something. */
const readers = allEndpoints.filter(
  (endpoint) => endpoint.method === 'GET' || routeOf(endpoint) in PROBES,
)

/** Whose answers say of a name whether it is there. */
const ASKING = new Set(['GET /api/events/explain-row/:id', 'POST /api/reports'])

/** The routes that tell somebody the name of a racer who is hidden. */
async function routesThatTell(who: string, eventId: number): Promise<string[]> {
  const asked = {
    ...world,
    eventId,
    publicToken: await makeToken(who, eventId, 'public'),
    overlayToken: await makeToken(who, eventId, 'overlay'),
  }
  const telling: string[] = []
  for (const endpoint of readers) {
    const answers = await answersTo(server, { endpoint, role: people[who] ?? {}, world: asked })
    // A refusal may say what was asked for.
    const told = JSON.stringify(answers.filter(({ status }) => status === 200))
    const route = routeOf(endpoint)
    if (hiddenNames.some((name) => told.includes(name)) || (ASKING.has(route) && told !== '[]')) {
      telling.push(route)
    }
  }
  return telling
}

describe('an event of somebody else with the same streamers and days', () => {
  let sealed: number
  const events: Record<string, { who: string; eventId: number }> = {}

  beforeAll(async () => {
    sealed = await createEvent('host')
    events['made before, not sealed'] = { who: 'rival', eventId: await createEvent('rival') }
    await seal('host', sealed)
    const late = await createEvent('rival', { endDate: '2026-11-30' })
    await seal('rival', late)
    events['sealed later'] = { who: 'rival', eventId: late }
    events['of one of the streamers'] = {
      who: 'alpha',
      eventId: await createEvent('alpha', { participants: [ids.alpha] }),
    }
    events['of one streamer only'] = {
      who: 'rival',
      eventId: await createEvent('rival', { participants: [ids.beta] }),
    }
    server.clock.advance({ hours: 1 })
    await race('alpha')
    await race('beta')
    const eventId = await createEvent('rival', { name: 'With snapshots' })
    for (const channel of ['alpha', 'beta']) {
      const upload = { eventId, eventData: eventFile(channel, 0.5) }
      await server.ask(eventUpload(upload, { headers: people[channel] ?? {} }))
    }
    events['with snapshots'] = { who: 'rival', eventId }
    server.clock.advance({ days: 2 })
    await move('host', sealed, { kind: 'start', phase: 'live' })
  })

  const KINDS = [
    'made before, not sealed',
    'sealed later',
    'of one of the streamers',
    'of one streamer only',
    'with snapshots',
  ]

  it('has the games, which its own organiser sees', async () => {
    expect(await namesIn('host', sealed)).toMatchObject({
      alpha: expect.arrayContaining(hiddenNames),
      beta: expect.arrayContaining(hiddenNames),
    })
  })

  it.each(KINDS)('tells nobody anything: %s', async (kind) => {
    const { who = '', eventId = 0 } = events[kind] ?? {}
    expect(await routesThatTell(who, eventId)).toEqual([])
    const { streamers } = await control(who, eventId)
    for (const { racerCount, gameCount, receivedAt, isHeldBack } of streamers) {
      expect({ racerCount, gameCount, receivedAt, isHeldBack }).toEqual({
        ...{ racerCount: 0, gameCount: 0 },
        ...{ receivedAt: null, isHeldBack: true },
      })
    }
  })

  it.each(KINDS)('cannot be revealed: %s', async (kind) => {
    const { who = '', eventId = 0 } = events[kind] ?? {}
    const { version } = await control(who, eventId)
    const response = await server.call({
      method: 'POST',
      url: `/api/show/control/${eventId}/move`,
      headers: people[who] ?? {},
      body: { version, move: { kind: 'start', phase: 'live' } },
    })
    expect(response.json()).toMatchObject({
      error: 'There are no results to reveal on this board yet.',
    })
  })

  it('has them once the show is over', async () => {
    await move('host', sealed, { kind: 'finish' })
    const { eventId = 0 } = events['sealed later'] ?? {}
    expect(await routesThatTell('rival', eventId)).toEqual(
      expect.arrayContaining([
        'GET /api/events/explain-row/:id',
        'GET /api/events/get-leaderboard/:id',
        'GET /api/show/control/:id/rows',
        'POST /api/reports',
      ]),
    )
    // From then on the one that was sealed next holds them back.
    const { eventId: other = 0 } = events['made before, not sealed'] ?? {}
    expect(await namesIn('rival', other)).toEqual({})
    await seal('rival', eventId, false)
    expect(await namesIn('rival', other)).toMatchObject({ alpha: hiddenSomewhere() })
  })
})

const hiddenSomewhere = () => expect.arrayContaining(hiddenNames)

describe('holding back', () => {
  const dayIn = (days: number) =>
    new Date(server.clock.now().getTime() + days * DAY_MS).toISOString().slice(0, 10)

  /** A sealed event of today and one of somebody else, on a day that no other test has. */
  async function beside(): Promise<{ days: object; sealed: number; other: number }> {
    server.clock.advance({ days: 20 })
    const days = { startDate: dayIn(0), endDate: dayIn(0) }
    const sealed = await createEvent('host', days)
    const other = await createEvent('rival', days)
    await seal('host', sealed)
    await race('alpha')
    expect(await namesIn('host', sealed)).toEqual({ alpha: hiddenSomewhere() })
    expect(await namesIn('rival', other)).toEqual({})
    return { days, sealed, other }
  }

  it('is said on the page of the event that lacks the games', async () => {
    const { sealed, other } = await beside()
    const summary = await ask('rival', 'GET', `/api/events/summary/${other}`)
    expect(summary.heldBack).toContain('alpha')
    expect((await ask('host', 'GET', `/api/events/summary/${sealed}`)).heldBack).toEqual([])
  })

  it('ends where the streamer does not allow it', async () => {
    const { sealed, other } = await beside()
    const allow = (isAllowed: boolean) =>
      ask('alpha', 'PUT', `/api/show/concerning/${sealed}`, { isAllowed })
    await allow(false)
    expect(await namesIn('rival', other)).toEqual({ alpha: hiddenSomewhere() })
    expect((await control('host', sealed)).streamers).toMatchObject([
      { username: 'alpha', allowsShow: false },
      { username: 'beta', allowsShow: true },
    ])
    await allow(true)
    expect(await namesIn('rival', other)).toEqual({})
  })

  it('ends a week after the event, but for a show that goes on', async () => {
    const { sealed, other } = await beside()
    server.clock.advance({ days: 9 })
    expect(await namesIn('rival', other)).toEqual({ alpha: hiddenSomewhere() })
    await move('host', sealed, { kind: 'start', phase: 'live' })
    expect(await namesIn('rival', other)).toEqual({})
    server.clock.advance({ hours: 7 })
    expect(await namesIn('rival', other)).toEqual({ alpha: hiddenSomewhere() })
  })

  it('is what the event that was sealed first does, of one organiser both', async () => {
    const { days, sealed, other } = await beside()
    const own = await createEvent('host', days)
    await seal('host', own)
    server.clock.advance({ minutes: 1 })
    await seal('rival', other)
    expect(await namesIn('rival', other)).toEqual({})
    for (const eventId of [sealed, own]) {
      expect(await namesIn('host', eventId)).toEqual({ alpha: hiddenSomewhere() })
    }
  })

  it('is not taken over by one that comes to count the games later', async () => {
    const config = { ...STANDARD_CONFIGURATION, name: 'Tilt alone' }
    const gameModes = { racing: false, battleRoyale: false, tilted: true }
    const save = (change: object) => ask('rival', 'POST', '/api/events/leaderboard-config', change)
    const { id } = await save({ config: { ...config, gameModes }, isConfirmed: true })
    const then = { startDate: dayIn(20), endDate: dayIn(30) }
    const moved = await createEvent('rival', { ...then, startDate: dayIn(25) })
    const joined = await createEvent('rival', { ...then, participants: [ids.beta] })
    const repointed = await createEvent('rival', { ...then, leaderboard: id })
    for (const eventId of [moved, joined, repointed]) {
      await seal('rival', eventId)
    }
    await beside()
    const change = async (eventId: number, part: object) => {
      const stored = await ask('rival', 'GET', `/api/events/getById/${eventId}`)
      const participants = stored.participantUsers.map((user: { id: number }) => user.id)
      const body = { ...stored, participants, ...part }
      await ask('rival', 'PUT', `/api/events/update/${eventId}`, body)
    }
    server.clock.advance({ minutes: 1 })
    await change(moved, { startAt: dayIn(0) })
    await change(joined, { participants: [ids.alpha, ids.beta] })
    await save({ id, config, isConfirmed: true })
    for (const eventId of [moved, joined, repointed]) {
      expect(await namesIn('rival', eventId)).toEqual({})
    }
  })
})
