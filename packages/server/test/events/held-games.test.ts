/**
 * Sealing by consent: until the show is over, only the sealed event shows games of streamers who agreed to its seal.
 */
import { allEndpoints } from '@rollcall/contract/all-endpoints'
import type { HeldResults } from '@rollcall/contract/events'
import type { Seal } from '@rollcall/contract/events-seals'
import type { ControlRoom } from '@rollcall/contract/show'
import { DAY_MS } from '@rollcall/formats/durations'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { routeOf } from '../helpers/endpoint-cases.ts'
import { heartbeat } from '../helpers/fake-companion.ts'
import { eventUpload, gameUpload, raceFiles } from '../helpers/game-files.ts'
import { createWorld, type World } from '../helpers/owners-world.ts'
import { answersTo, hiddenNames, PROBES } from '../helpers/show-attacker.ts'
import { eventFile, RACERS, racerAt, type Session, settleShow } from '../helpers/show-event.ts'
import { startTestServer, type TestServer, userIds } from '../helpers/test-server.ts'

let server: TestServer
let ids: Record<string, number>
let standard: number
let world: World
const people: Record<string, Session> = {}

beforeAll(async () => {
  server = await startTestServer({ startsAt: new Date('2026-11-01T12:00:00Z') })
  await signEverybodyIn()
  world = await createWorld(server, await server.signIn('owner'))
  ids = await userIds(server)
  standard = (await ask('host', 'GET', '/api/events/leaderboards'))[0].id
})
afterAll(() => server.stop())

async function signEverybodyIn(): Promise<void> {
  for (const name of ['host', 'rival', 'alpha', 'beta', 'gamma']) {
    people[name] = await server.signIn(name)
  }
}

const ask = (who: string, method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, body?: object) =>
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

const sealsOf = async (who: string): Promise<Seal[]> =>
  (await ask(who, 'GET', '/api/events/seals')).seals

/** The streamer's seal of an event, or undefined if the streamer has none. */
const sealOf = async (who: string, eventId: number): Promise<Seal | undefined> =>
  (await sealsOf(who)).find(({ event }) => event.id === eventId)

/** The streamer answers an event's seal. Then a minute passes. */
async function answer(who: string, eventId: number, isAgreed = true): Promise<void> {
  const { startsAt, endsAt } = (await sealOf(who, eventId))?.event ?? {}
  await ask(who, 'PUT', `/api/events/seals/${eventId}`, { isAgreed, startsAt, endsAt })
  server.clock.advance({ minutes: 1 })
}

const openNow = (who: string) => ask(who, 'POST', '/api/events/seals/open')

const control = (who: string, eventId: number): Promise<ControlRoom> =>
  ask(who, 'GET', `/api/show/control/${eventId}`)

/** Moves the show after any running blur, and waits until viewers see the move. */
async function move(who: string, eventId: number, move: object): Promise<void> {
  server.clock.advance({ minutes: 1 })
  await settleShow(server, eventId)
  const { version } = await control(who, eventId)
  await ask(who, 'POST', `/api/show/control/${eventId}/move`, { version, move })
  await settleShow(server, eventId)
}

const makeToken = async (who: string, eventId: number, of: 'public' | 'overlay') =>
  (await ask(who, 'POST', `/api/show/control/${eventId}/token`, { of }))[`${of}Token`]

/** The racers on each streamer's board of an event. */
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

/** Uploads a race that finishes now. */
async function race(channel: string, nameAt = racerAt): Promise<void> {
  const names = Array.from({ length: RACERS }, (_, index) => nameAt(index + 1))
  const files = raceFiles(names, server.clock.now())
  await server.ask(gameUpload(files, { headers: people[channel] ?? {} }))
}

const everyHiddenName = () => expect.arrayContaining(hiddenNames)

/** The calls that return data, and other calls with which an attacker might probe for it. */
const readers = allEndpoints.filter(
  (endpoint) => endpoint.method === 'GET' || routeOf(endpoint) in PROBES,
)

/** Routes whose answers show whether a name exists. */
const ASKING = new Set(['GET /api/events/explain-row/:id', 'POST /api/reports'])

/** Whose points a season has is public, held or not: docs/scoring.md, Held games. */
const SEASON_TOTALS = new Set(['GET /api/seasons/:season/racers'])

/** The routes that show the reader the name of a hidden racer. */
async function routesThatTell(
  organiser: string,
  eventId: number,
  who = organiser,
): Promise<string[]> {
  const asked = {
    ...world,
    eventId,
    publicToken: await makeToken(organiser, eventId, 'public'),
    overlayToken: await makeToken(organiser, eventId, 'overlay'),
  }
  const telling: string[] = []
  for (const endpoint of readers.filter((one) => !SEASON_TOTALS.has(routeOf(one)))) {
    const answers = await answersTo(server, { endpoint, role: people[who] ?? {}, world: asked })
    // A refusal may repeat the name in the request.
    const told = JSON.stringify(answers.filter(({ status }) => status === 200))
    const route = routeOf(endpoint)
    if (hiddenNames.some((name) => told.includes(name)) || (ASKING.has(route) && told !== '[]')) {
      telling.push(route)
    }
  }
  return telling
}

describe('an event at the same time as a sealed one', () => {
  let sealed: number
  const events: Record<string, { organiser: string; reader?: string; eventId: number }> = {}

  beforeAll(async () => {
    const long = await createEvent('rival', { endDate: '2027-11-26' })
    await seal('rival', long)
    events['sealed first, for 391 days, and nobody agreed'] = { organiser: 'rival', eventId: long }
    sealed = await createEvent('host')
    events['not sealed'] = { organiser: 'rival', eventId: await createEvent('rival') }
    await seal('host', sealed)
    await answer('alpha', sealed)
    await answer('beta', sealed)
    const late = await createEvent('rival', { endDate: '2026-11-30' })
    await seal('rival', late)
    events['sealed later, and nobody agreed'] = { organiser: 'rival', eventId: late }
    events['of one of the streamers, with a guest'] = {
      organiser: 'alpha',
      reader: 'gamma',
      eventId: await createEvent('alpha', { participants: [ids.alpha, ids.gamma] }),
    }
    events['of the same organiser'] = { organiser: 'host', eventId: await createEvent('host') }
    server.clock.advance({ hours: 1 })
    await race('alpha')
    await race('beta')
    const eventId = await createEvent('rival', { name: 'With snapshots' })
    for (const channel of ['alpha', 'beta']) {
      const upload = { eventId, eventData: eventFile(channel, 0.5) }
      await server.ask(eventUpload(upload, { headers: people[channel] ?? {} }))
    }
    events['with snapshots'] = { organiser: 'rival', eventId }
    server.clock.advance({ days: 2 })
    await move('host', sealed, { kind: 'start', phase: 'live' })
  })

  const KINDS = [
    'sealed first, for 391 days, and nobody agreed',
    'not sealed',
    'sealed later, and nobody agreed',
    'of one of the streamers, with a guest',
    'of the same organiser',
    'with snapshots',
  ]

  it('leaves the games to the sealed event, whose organiser sees them', async () => {
    expect(await namesIn('host', sealed)).toMatchObject({
      alpha: everyHiddenName(),
      beta: everyHiddenName(),
    })
  })

  it.each(KINDS)('shows nobody any of these games: %s', async (kind) => {
    const { organiser = '', reader, eventId = 0 } = events[kind] ?? {}
    expect(await routesThatTell(organiser, eventId, reader)).toEqual([])
    const { streamers } = await control(organiser, eventId)
    for (const { username, racerCount, gameCount, receivedAt, ...tile } of streamers) {
      expect({ racerCount, gameCount, receivedAt }).toEqual({
        ...{ racerCount: 0, gameCount: 0, receivedAt: null },
      })
      expect(tile).toMatchObject({
        heldGames: username === 'gamma' ? 0 : 1,
        hasHeldSnapshot: kind === 'with snapshots',
      })
    }
  })

  it.each(KINDS)('cannot reveal them: %s', async (kind) => {
    const { organiser = '', eventId = 0 } = events[kind] ?? {}
    const { version } = await control(organiser, eventId)
    const response = await server.call({
      method: 'POST',
      url: `/api/show/control/${eventId}/move`,
      headers: people[organiser] ?? {},
      body: { version, move: { kind: 'start', phase: 'live' } },
    })
    expect(response.json()).toMatchObject({
      error: 'There are no results to reveal on this board yet.',
    })
  })

  it('shows each streamer their own games', async () => {
    const { eventId = 0 } = events['not sealed'] ?? {}
    expect(await namesIn('alpha', eventId)).toEqual({ alpha: everyHiddenName() })
    expect(await namesIn('beta', eventId)).toEqual({ beta: everyHiddenName() })
    const explained = await ask(
      'alpha',
      'GET',
      `/api/events/explain-row/${eventId}?racer=${racerAt(1)}&userId=${ids.alpha}`,
    )
    expect(explained.terms).not.toEqual([])
  })

  it('shows them once the show is over', async () => {
    await move('host', sealed, { kind: 'finish' })
    const { eventId = 0 } = events['not sealed'] ?? {}
    expect(await routesThatTell('rival', eventId)).toEqual(
      expect.arrayContaining([
        'GET /api/events/explain-row/:id',
        'GET /api/events/get-leaderboard/:id',
        'GET /api/show/control/:id/rows',
        'POST /api/reports',
      ]),
    )
  })
})

describe('held games', () => {
  const dayIn = (days: number) =>
    new Date(server.clock.now().getTime() + days * DAY_MS).toISOString().slice(0, 10)

  /** Moves on by 20 days. Everybody signs in again, because unused sessions end. */
  async function goToNextDays(): Promise<void> {
    server.clock.advance({ days: 20 })
    await signEverybodyIn()
  }

  /** Creates a sealed event that alpha agreed to, and another organiser's event, on a day that no other test uses. */
  async function beside(): Promise<{
    days: object
    sealed: number
    other: number
    heldAt: string
  }> {
    await goToNextDays()
    const days = { startDate: dayIn(0), endDate: dayIn(0) }
    const sealed = await createEvent('host', days)
    const other = await createEvent('rival', days)
    await seal('host', sealed)
    await answer('alpha', sealed)
    const heldAt = server.clock.now().toISOString()
    await race('alpha')
    server.clock.advance({ minutes: 1 })
    expect(await namesIn('host', sealed)).toEqual({ alpha: everyHiddenName() })
    expect(await namesIn('rival', other)).toEqual({})
    return { days, sealed, other, heldAt }
  }

  const heldIn = async (who: string, eventId: number): Promise<HeldResults[]> =>
    (await ask(who, 'GET', `/api/events/summary/${eventId}`)).held

  const isOpen = async (other: number) =>
    expect(await namesIn('rival', other)).toEqual({ alpha: everyHiddenName() })

  it('are counted on the page of the other event, which links a show with a public page', async () => {
    const { sealed, other } = await beside()
    const held = { username: 'alpha', games: 1, hasSnapshot: false }
    await ask('host', 'PUT', `/api/show/control/${sealed}/settings`, { isPublic: false })
    expect(await heldIn('rival', other)).toEqual([{ ...held, isShown: false, shows: [] }])
    await ask('host', 'PUT', `/api/show/control/${sealed}/settings`, { isPublic: true })
    const publicToken = await makeToken('host', sealed, 'public')
    const shows = [{ name: 'A cup of host', publicToken }]
    expect(await heldIn('rival', other)).toEqual([{ ...held, isShown: false, shows }])
    expect(await heldIn('alpha', other)).toEqual([{ ...held, isShown: true, shows }])
    expect(await heldIn('host', sealed)).toEqual([])
  })

  it('are only those that finish after the streamer agreed', async () => {
    await goToNextDays()
    const days = { startDate: dayIn(0), endDate: dayIn(0) }
    const sealed = await createEvent('host', days)
    const other = await createEvent('rival', days)
    await seal('host', sealed)
    await race('alpha', (position) => `early_${position}`)
    server.clock.advance({ minutes: 1 })
    expect(await sealOf('alpha', sealed)).toMatchObject({ answer: null, isAsking: true })
    expect((await control('host', sealed)).streamers).toMatchObject([
      { username: 'alpha', sealAnswer: null },
      { username: 'beta', sealAnswer: null },
    ])
    await answer('alpha', sealed)
    await answer('beta', sealed, false)
    await race('alpha')
    await race('beta')
    const { alpha = [], beta } = await namesIn('rival', other)
    expect(alpha).toContain('early_1')
    expect(alpha).not.toContain(racerAt(1))
    expect(beta).toEqual(everyHiddenName())
    expect((await control('host', sealed)).streamers).toMatchObject([
      { username: 'alpha', sealAnswer: 'agreed' },
      { username: 'beta', sealAnswer: 'declined' },
    ])
  })

  it('give a racer no result, row or rank in another event until they are opened', async () => {
    const { sealed, other } = await beside()
    people.racer = await server.signIn(racerAt(3))
    const resultsIn = async () =>
      (await ask('racer', 'GET', '/api/events/my-results')).results.filter(
        ({ id }: { id: number }) => id === sealed || id === other,
      )
    const ownIn = async (streamer: string | number = 'all') =>
      (await ask('racer', 'GET', `/api/events/own-row/${other}?streamer=${streamer}`)).own
    expect(await resultsIn()).toEqual([])
    expect([await ownIn(), await ownIn(ids.alpha)]).toEqual([null, null])
    await openNow('alpha')
    expect(await resultsIn()).toMatchObject([{ id: other, rank: 3, of: RACERS }])
    expect(await ownIn()).toMatchObject({ row: { racer_name: racerAt(3), rank: 3 } })
  })

  it('stay held after the streamer withdraws; later ones are not held', async () => {
    const { sealed, other, heldAt } = await beside()
    await answer('alpha', sealed, false)
    await race('alpha', (position) => `later_${position}`)
    const { alpha = [] } = await namesIn('rival', other)
    expect(alpha).toContain('later_1')
    const upload = { eventId: other, eventData: eventFile('alpha', 0.5) }
    await server.ask(eventUpload(upload, { headers: people.alpha ?? {} }))
    // The latest games include those of the same racers that were opened above.
    const telling = await routesThatTell('rival', other)
    expect(telling.filter((route) => route !== 'GET /api/games')).toEqual([])
    const latest = async () =>
      (await ask('rival', 'GET', '/api/games')).games.map(
        ({ finishedAt }: { finishedAt: string }) => finishedAt,
      )
    expect(await latest()).not.toContain(heldAt)
    await openNow('alpha')
    expect(await latest()).toContain(heldAt)
    await isOpen(other)
  })

  it('open in all events at once when the streamer presses Open now', async () => {
    const { days, other } = await beside()
    const own = await createEvent('alpha', { ...days, participants: [ids.alpha] })
    await seal('alpha', own)
    await race('alpha', (position) => `own_${position}`)
    expect(await ask('alpha', 'GET', '/api/events/seals')).toMatchObject({ heldGames: 2 })
    server.clock.advance({ minutes: 1 })
    await openNow('alpha')
    expect(await ask('alpha', 'GET', '/api/events/seals')).toMatchObject({ heldGames: 0 })
    const { alpha } = await namesIn('rival', other)
    expect(alpha).toEqual(expect.arrayContaining(['own_1', ...hiddenNames]))
    await race('alpha', (position) => `next_${position}`)
    expect((await namesIn('rival', other)).alpha).not.toContain('next_1')
  })

  const ENDS: Record<string, (sealed: number) => Promise<unknown>> = {
    'when the streamer leaves': (sealed) => ask('alpha', 'POST', `/api/events/leave/${sealed}`),
    'when the event is deleted': (sealed) => ask('host', 'DELETE', `/api/events/event/${sealed}`),
    'when the seal is switched off': (sealed) => seal('host', sealed, false),
    "a week after the event's end": async () => server.clock.advance({ days: 8 }),
  }
  it.each(Object.keys(ENDS))('open %s', async (end) => {
    const { sealed, other } = await beside()
    await ENDS[end]?.(sealed)
    await isOpen(other)
  })

  it('stay open when the seal is switched on again, and everybody is asked again', async () => {
    const { sealed, other } = await beside()
    await seal('host', sealed, false)
    await seal('host', sealed)
    await isOpen(other)
    expect(await sealOf('alpha', sealed)).toMatchObject({ answer: null, isAsking: true })
  })

  it('stay open when the show begins a week late', async () => {
    const { sealed, other } = await beside()
    server.clock.advance({ days: 8 })
    await move('host', sealed, { kind: 'start', phase: 'live' })
    await isOpen(other)
  })

  it('are visible in both events whose seals the streamer agreed to; other events wait for both', async () => {
    const { days, sealed, other } = await beside()
    const third = await createEvent('rival', days)
    await seal('rival', other)
    expect(await sealOf('alpha', other)).toMatchObject({ sharesDaysWith: ['A cup of host'] })
    await answer('alpha', other)
    await race('alpha', (position) => `both_${position}`)
    expect((await namesIn('host', sealed)).alpha).toEqual(
      expect.arrayContaining(['both_1', ...hiddenNames]),
    )
    // Games from before the streamer agreed to this seal belong only to the first event.
    expect((await namesIn('rival', other)).alpha).toContain('both_1')
    expect((await namesIn('rival', other)).alpha).not.toContain(racerAt(1))
    server.clock.advance({ days: 1 })
    await move('host', sealed, { kind: 'start', phase: 'live' })
    await move('host', sealed, { kind: 'finish' })
    expect((await namesIn('host', sealed)).alpha).toContain('both_1')
    expect((await namesIn('rival', third)).alpha).toEqual(everyHiddenName())
    expect((await namesIn('rival', third)).alpha).not.toContain('both_1')
    await move('rival', other, { kind: 'start', phase: 'live' })
    await move('rival', other, { kind: 'finish' })
    expect((await namesIn('rival', third)).alpha).toContain('both_1')
  })

  it('do not reach an organiser through a snapshot if the streamer has withdrawn from the seal', async () => {
    await goToNextDays()
    const days = { startDate: dayIn(0), endDate: dayIn(0) }
    const withdrawn = await createEvent('rival', { ...days, name: 'Withdrawn' })
    const sealed = await createEvent('host', days)
    await seal('rival', withdrawn)
    await seal('host', sealed)
    await answer('alpha', withdrawn)
    await answer('alpha', withdrawn, false)
    await answer('alpha', sealed)
    await race('alpha')
    server.clock.advance({ minutes: 1 })
    const upload = { eventId: withdrawn, eventData: eventFile('alpha', 0.5) }
    await server.ask(eventUpload(upload, { headers: people.alpha ?? {} }))
    expect(await namesIn('rival', withdrawn)).toEqual({})
    expect((await control('rival', withdrawn)).streamers).toMatchObject([
      { username: 'alpha', gameCount: 0, racerCount: 0, heldGames: 1, hasHeldSnapshot: true },
      { username: 'beta' },
    ])
  })

  const REOPENINGS: Record<string, (sealed: number) => Promise<unknown>> = {
    'resets the show': (sealed) => move('host', sealed, { kind: 'reset' }),
    'moves the end of an event that ended a week ago': async (sealed) => {
      server.clock.advance({ days: 8 })
      const stored = await ask('host', 'GET', `/api/events/getById/${sealed}`)
      const participants = stored.participantUsers.map((user: { id: number }) => user.id)
      const change = { participants, endAt: dayIn(1) }
      await ask('host', 'PUT', `/api/events/update/${sealed}`, { ...stored, ...change })
    },
  }
  it.each(Object.keys(REOPENINGS))('stay open if the organiser %s', async (what) => {
    const { sealed, other } = await beside()
    if (what.includes('show')) {
      await move('host', sealed, { kind: 'start', phase: 'live' })
      await move('host', sealed, { kind: 'finish' })
      await isOpen(other)
    }
    await REOPENINGS[what]?.(sealed)
    await isOpen(other)
  })

  it('are held by a streamer’s own event again after they leave and rejoin it', async () => {
    await goToNextDays()
    const days = { startDate: dayIn(0), endDate: dayIn(0) }
    const own = await createEvent('alpha', days)
    const other = await createEvent('rival', days)
    await seal('alpha', own)
    await ask('alpha', 'POST', `/api/events/leave/${own}`)
    await ask('alpha', 'POST', `/api/events/rejoin/${own}`)
    expect(await sealOf('alpha', own)).toMatchObject({ answer: 'agreed', isAsking: false })
    await race('alpha')
    expect(await namesIn('rival', other)).toEqual({})
  })

  it('cause no announcement when a stranger tries to delete the event', async () => {
    const { sealed } = await beside()
    const heard: string[] = []
    const stop = server.context.changes.follow((topic) => heard.push(topic))
    const url = `/api/events/event/${sealed}`
    expect(await ask('gamma', 'DELETE', url)).toEqual({ unauthorized: true })
    await ask('gamma', 'GET', '/api/events/seals')
    stop()
    expect(heard.filter((topic) => topic.startsWith(`event:${sealed}/`))).toEqual([])
  })

  it('are not seen by an organiser who moves a sealed event onto the same days', async () => {
    await goToNextDays()
    const then = { startDate: dayIn(25), endDate: dayIn(30) }
    const moved = await createEvent('rival', then)
    await seal('rival', moved)
    await answer('alpha', moved)
    server.clock.advance({ days: -20 })
    await beside()
    const stored = await ask('rival', 'GET', `/api/events/getById/${moved}`)
    const participants = stored.participantUsers.map((user: { id: number }) => user.id)
    await ask('rival', 'PUT', `/api/events/update/${moved}`, {
      ...stored,
      participants,
      startAt: dayIn(0),
    })
    expect(await namesIn('rival', moved)).toEqual({})
    expect(await sealOf('alpha', moved)).toMatchObject({ answer: null, isAsking: true })
  })

  it('are held only after an agreement to the current days of the event', async () => {
    await goToNextDays()
    const sealed = await createEvent('host', { startDate: dayIn(0), endDate: dayIn(0) })
    await seal('host', sealed)
    const { startsAt } = (await sealOf('alpha', sealed))?.event ?? {}
    const response = await server.call({
      method: 'PUT',
      url: `/api/events/seals/${sealed}`,
      headers: people.alpha ?? {},
      body: { isAgreed: true, startsAt, endsAt: server.clock.now().toISOString() },
    })
    expect(response.statusCode).toBe(409)
    expect(response.json()).toMatchObject({
      error: 'The organiser has changed the days of this event. Look at them and answer again.',
    })
  })

  it('are announced to the companion while the streamer has not answered', async () => {
    await goToNextDays()
    const sealed = await createEvent('host', {
      ...{ startDate: dayIn(0), endDate: dayIn(0) },
      participants: [ids.gamma],
    })
    await seal('host', sealed)
    const { key } = await ask('gamma', 'POST', '/api/uploads/key')
    const unanswered = async () =>
      (await ask('gamma', 'POST', '/api/companion/heartbeat', heartbeat(key))).unansweredSeals
    expect(await unanswered()).toBe(1)
    await answer('gamma', sealed)
    expect(await unanswered()).toBe(0)
  })
})
