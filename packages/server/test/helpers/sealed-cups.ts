/** Organisers, streamers and their sealed events, for tests of what a seal holds. */
import { allEndpoints } from '@rollcall/contract/all-endpoints'
import type { Endpoint } from '@rollcall/contract/endpoint'
import type { Seal } from '@rollcall/contract/events-seals'
import type { ControlRoom } from '@rollcall/contract/show'
import { expect } from 'vitest'
import { callOf, routeOf } from './endpoint-cases.ts'
import { gameUpload, raceFiles } from './game-files.ts'
import { createWorld, type World } from './owners-world.ts'
import { answersTo, hiddenNames, PROBES } from './show-attacker.ts'
import { RACERS, racerAt, type Session, settleShow } from './show-event.ts'
import { startTestServer, type TestServer, userIds } from './test-server.ts'

export const everyHiddenName = () => expect.arrayContaining(hiddenNames)

/** The calls that return data, and other calls with which an attacker might probe for it. */
const readers = allEndpoints.filter(
  (endpoint) => endpoint.method === 'GET' || routeOf(endpoint) in PROBES,
)

/** Routes whose answers show whether a name exists. */
const ASKING = new Set(['GET /api/events/explain-row/:id', 'POST /api/reports'])

/** Whose points a season has is public, held or not: docs/scoring.md, Held games. */
const SEASON_TOTALS = new Set(['GET /api/seasons/:season/racers'])

/** Whether the call, or another one like it, is another one for each event. */
function concernsEvent(endpoint: Endpoint, world: World): boolean {
  const other = { ...world, eventId: 0, publicToken: 'other', overlayToken: 'other' }
  const callIn = (its: World) => JSON.stringify(callOf(endpoint, its))
  return (
    endpoint.opensSocket === true || routeOf(endpoint) in PROBES || callIn(world) !== callIn(other)
  )
}

/** Two organisers, host and rival, and the streamers alpha, beta and gamma. */
export class SealedCups {
  readonly server: TestServer
  readonly people: Record<string, Session> = {}
  #ids: Record<string, number> = {}
  #standard = 0
  #world: World | undefined

  private constructor(server: TestServer) {
    this.server = server
  }

  static async start(): Promise<SealedCups> {
    const server = await startTestServer({
      env: { ADMIN_LOGINS: 'boss' },
      startsAt: new Date('2026-11-01T12:00:00Z'),
    })
    const cups = new SealedCups(server)
    await cups.signEverybodyIn()
    cups.#world = await createWorld(server, await server.signIn('owner'))
    cups.#ids = await userIds(server)
    cups.#standard = (await cups.ask('host', 'GET', '/api/events/leaderboards'))[0].id
    return cups
  }

  get ids(): Readonly<Record<string, number>> {
    return this.#ids
  }

  async signEverybodyIn(): Promise<void> {
    for (const name of ['host', 'rival', 'alpha', 'beta', 'gamma']) {
      this.people[name] = await this.server.signIn(name)
    }
  }

  ask(who: string, method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, body?: object) {
    return this.server.ask({
      ...{ method, url, headers: this.people[who] ?? {} },
      ...(body && { body }),
    })
  }

  async createEvent(who: string, change: object = {}): Promise<number> {
    const body = {
      name: `A cup of ${who}`,
      startDate: '2026-11-01',
      endDate: '2026-11-02',
      participants: [this.ids.alpha, this.ids.beta],
      leaderboard: this.#standard,
      timeZone: 'UTC',
      ...change,
    }
    return (await this.ask(who, 'POST', '/api/events/createEventSingle', body)).id
  }

  seal(who: string, eventId: number, isSealed = true) {
    const settings = { isSealed, isPublic: true }
    return this.ask(who, 'PUT', `/api/show/control/${eventId}/settings`, settings)
  }

  /** The streamer's seal of an event, or undefined if the streamer has none. */
  async sealOf(who: string, eventId: number): Promise<Seal | undefined> {
    const { seals }: { seals: Seal[] } = await this.ask(who, 'GET', '/api/events/seals')
    return seals.find(({ event }) => event.id === eventId)
  }

  /** The streamer answers an event's seal. Then a minute passes. */
  async answer(who: string, eventId: number, isAgreed = true): Promise<void> {
    const { startsAt, endsAt } = (await this.sealOf(who, eventId))?.event ?? {}
    await this.ask(who, 'PUT', `/api/events/seals/${eventId}`, { isAgreed, startsAt, endsAt })
    this.server.clock.advance({ minutes: 1 })
  }

  openNow(who: string) {
    return this.ask(who, 'POST', '/api/events/seals/open')
  }

  control(who: string, eventId: number): Promise<ControlRoom> {
    return this.ask(who, 'GET', `/api/show/control/${eventId}`)
  }

  /** Moves the show after any running blur, and waits until viewers see the move. */
  async move(who: string, eventId: number, move: object): Promise<void> {
    this.server.clock.advance({ minutes: 1 })
    await settleShow(this.server, eventId)
    const { version } = await this.control(who, eventId)
    await this.ask(who, 'POST', `/api/show/control/${eventId}/move`, { version, move })
    await settleShow(this.server, eventId)
  }

  async makeToken(who: string, eventId: number, of: 'public' | 'overlay'): Promise<string> {
    const made = await this.ask(who, 'POST', `/api/show/control/${eventId}/token`, { of })
    return made[`${of}Token`]
  }

  /** The racers on each streamer's board of an event. */
  async namesIn(who: string, eventId: number): Promise<Record<string, string[]>> {
    const boards: { username: string; leaderboard: { racer_name: string }[] }[] = await this.ask(
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
  async race(channel: string, nameAt = racerAt): Promise<void> {
    const names = Array.from({ length: RACERS }, (_, index) => nameAt(index + 1))
    const files = raceFiles(names, this.server.clock.now())
    await this.server.ask(gameUpload(files, { headers: this.people[channel] ?? {} }))
  }

  /**
   * The routes that show the reader the name of a hidden racer.
   *
   * @param isOfEvent whether to ask only what concerns the event
   */
  async routesThatTell(
    organiser: string,
    eventId: number,
    { who = organiser, isOfEvent = false } = {},
  ): Promise<string[]> {
    const world = {
      ...(this.#world as World),
      eventId,
      publicToken: await this.makeToken(organiser, eventId, 'public'),
      overlayToken: await this.makeToken(organiser, eventId, 'overlay'),
    }
    const telling: string[] = []
    const asked = readers
      .filter((endpoint) => !SEASON_TOTALS.has(routeOf(endpoint)))
      .filter((endpoint) => !isOfEvent || concernsEvent(endpoint, world))
    for (const endpoint of asked) {
      const answers = await answersTo(this.server, {
        endpoint,
        role: this.people[who] ?? {},
        world,
      })
      // A refusal may repeat the name in the request.
      const told = JSON.stringify(answers.filter(({ status }) => status === 200))
      const route = routeOf(endpoint)
      if (hiddenNames.some((name) => told.includes(name)) || (ASKING.has(route) && told !== '[]')) {
        telling.push(route)
      }
    }
    return telling
  }
}
