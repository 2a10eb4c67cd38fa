/** Every endpoint that acts on an event, a series, a show or a channel lets in those whom the table of rights names. */
import { allEndpoints } from '@rollcall/contract/all-endpoints'
import type { Endpoint } from '@rollcall/contract/endpoint'
import type { LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Act, may, type Noun, type Role } from '../../src/domain/rights/roles.ts'
import { ACTS, OTHER_REASONS } from '../helpers/acts-of-endpoints.ts'
import { callOf, caseOf, routeOf } from '../helpers/endpoint-cases.ts'
import { createWorld, newEvent, PRIVATE, type World } from '../helpers/owners-world.ts'
import { type Session, startTestServer, type TestServer } from '../helpers/test-server.ts'

interface Right {
  endpoint: Endpoint
  may: (roles: readonly Role[]) => boolean
  noun: Noun
  act: string
}

const byRoute = new Map(allEndpoints.map((endpoint) => [routeOf(endpoint), endpoint]))

const rightsOf = <N extends Noun>(noun: N): Right[] =>
  Object.entries<readonly string[]>(ACTS[noun]).flatMap(([act, routes]) =>
    routes.flatMap((route) => {
      const endpoint = byRoute.get(route)
      return endpoint === undefined
        ? []
        : { endpoint, noun, act, may: (roles) => may(noun, act as Act<N>, roles) }
    }),
  )
/** Those come last after which other calls find nothing. */
const LATE = ['take part', 'delete']
const rights = (Object.keys(ACTS) as Noun[])
  .flatMap(rightsOf)
  .toSorted((a, b) => LATE.indexOf(a.act) - LATE.indexOf(b.act))

it('knows the act of every endpoint that refuses a stranger', () => {
  const refusing = allEndpoints.filter(
    (endpoint) =>
      endpoint.access !== 'admin' && !['public', 'own'].includes(String(caseOf(endpoint).stranger)),
  )
  const listed = Object.values(ACTS).flatMap((acts) => Object.values(acts).flat())
  expect([...listed, ...Object.keys(OTHER_REASONS)].toSorted()).toEqual(
    refusing.map(routeOf).toSorted(),
  )
})

/** Who somebody is to the event of the world, its series and its show, and to its channel. */
const PEOPLE: readonly { login: string; inEvent: readonly Role[]; onChannel: readonly Role[] }[] = [
  { login: 'owner', inEvent: ['owner', 'participant'], onChannel: ['owner'] },
  { login: 'partner', inEvent: ['participant'], onChannel: [] },
  { login: `${PRIVATE.toLowerCase()}_racer`, inEvent: ['racer'], onChannel: [] },
  { login: 'boss', inEvent: ['admin'], onChannel: ['admin'] },
  { login: 'helper', inEvent: ['co-organiser'], onChannel: [] },
  { login: 'mod', inEvent: ['moderator'], onChannel: [] },
  { login: 'trusted', inEvent: ['trusted moderator'], onChannel: [] },
]

/** The answer to a caller, without what differs from call to call. */
async function toldBy(response: LightMyRequestResponse) {
  const isJson = String(response.headers['content-type']).startsWith('application/json')
  const { code, unauthorized } = isJson ? JSON.parse(await bodyOf(response)) : {}
  return { status: response.statusCode, code, unauthorized }
}

async function bodyOf(response: LightMyRequestResponse): Promise<string> {
  const pieces = []
  for await (const piece of response.stream()) {
    pieces.push(piece)
  }
  return Buffer.concat(pieces).toString()
}

describe.each(PEOPLE)('$login', ({ login, inEvent, onChannel }) => {
  let server: TestServer
  let world: World
  let session: Session
  let stranger: Session

  beforeAll(async () => {
    server = await startTestServer({
      env: { ADMIN_LOGINS: 'boss', UPLOAD_PAIRING: 'key' },
      startsAt: new Date('2026-11-14T12:00:00Z'),
    })
    world = await createWorld(server, await server.signIn('owner'))
    await addParticipant('partner')
    session = await server.signIn(login)
    await appoint(inEvent[0])
    stranger = await server.signIn('stranger')
  })
  afterAll(() => server.stop())

  async function addParticipant(name: string) {
    const headers = await server.signIn(name)
    const { id } = await server.ask({ url: '/api/user', headers })
    const event = newEvent(world)
    await byOwner(`/api/events/update/${world.eventId}`, {
      ...{ id: world.eventId, name: event.name, startAt: event.startDate, endAt: event.endDate },
      ...{ leaderboard_config_id: event.leaderboard, participants: [world.ownerId, id] },
    })
  }

  /** As a helper of the series with its event, if the role is a helper's. */
  async function appoint(as: Role | undefined) {
    const [role, seesSealed] =
      as === 'co-organiser' ? [as, false] : ['moderator', as === 'trusted moderator']
    if (as === role || seesSealed) {
      const { id } = await server.ask({ url: '/api/user', headers: session })
      const url = `/api/events/series/${world.seriesId}/helpers/${id}`
      await byOwner(url, { role, seesSealed })
    }
  }

  const byOwner = (url: string, body: object) =>
    server.ask({ method: 'PUT', url, headers: world.owner, body })
  const changeSettings = (change: object) =>
    byOwner(`/api/show/control/${world.eventId}/settings`, change)

  async function tell(endpoint: Endpoint, headers: Session, query?: object) {
    const response = await server.call({
      ...callOf(endpoint, world, { headers }),
      ...(query && { query: { ...query } }),
      // Otherwise a call would wait for the end of a stream.
      payloadAsStream: true,
    })
    expect(response.statusCode, routeOf(endpoint)).toBeLessThan(500)
    return toldBy(response)
  }

  /** Expects the stranger's answer or, if the person is allowed, another one. */
  async function expectRight(endpoint: Endpoint, isAllowed: boolean, query?: object) {
    const refused = await tell(endpoint, stranger, query)
    expect([refused.status, refused.unauthorized && 'unauthorized']).toContain(
      caseOf(endpoint).stranger,
    )
    const told = await tell(endpoint, session, query)
    if (isAllowed) {
      expect(told, routeOf(endpoint)).not.toEqual(refused)
      expect([401, 403], routeOf(endpoint)).not.toContain(told.status)
      expect(told.unauthorized).toBeUndefined()
    } else {
      expect(told, routeOf(endpoint)).toEqual(refused)
    }
  }

  const readers = ACTS.event['see boards'].flatMap((route) => byRoute.get(route) ?? [])

  it('sees open boards if they are in the event or raced in it', async () => {
    await changeSettings({ isPublic: false })
    for (const endpoint of readers) {
      await expectRight(endpoint, may('event', 'see open boards', inEvent))
    }
    await changeSettings({ isPublic: true })
  })

  it('sees sealed results only as an organiser or a trusted moderator', async () => {
    await changeSettings({ isSealed: true })
    const endpoint = byRoute.get('GET /api/events/export/:id')
    const { status, code } = await tell(endpoint as Endpoint, session)
    expect({ status, code }).toEqual(
      may('event', 'see sealed results', inEvent)
        ? { status: 200, code: undefined }
        : {
            status: 403,
            code: may('event', 'see boards', inEvent)
              ? 'event_board_sealed'
              : 'event_board_not_yours',
          },
    )
    await changeSettings({ isSealed: false })
  })

  it('follows a show as its table says', async () => {
    const live = byRoute.get('GET /api/live') as Endpoint
    for (const thing of ['room', 'stage']) {
      const query = { topics: `organiser/${thing}:${world.eventId}` }
      await expectRight(live, may('show', 'run', inEvent), query)
    }
  })

  it.each(rights)(
    '$noun, $act: $endpoint.method $endpoint.path',
    async ({ endpoint, noun, may }) => {
      const route = routeOf(endpoint)
      const isSeal = route === 'PUT /api/events/seals/:id'
      if (isSeal) {
        await changeSettings({ isSealed: true })
      }
      if (route === 'POST /api/events/leave-series/:id') {
        // Those who have just left the event come back.
        await server.call({
          method: 'POST',
          url: `/api/events/rejoin/${world.eventId}`,
          headers: session,
        })
      }
      // Organisers agree to their own seal by sealing, and nobody asks them.
      const isOwnSeal = isSeal && inEvent.includes('owner')
      const roles = noun === 'channel' ? onChannel : inEvent
      await expectRight(endpoint, may(roles) && !isOwnSeal)
    },
  )
})
