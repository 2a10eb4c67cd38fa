/**
 * Nobody can read ahead. During the show of a sealed event everybody but its organiser makes every call of the
 * contract, again after only hidden rows have changed: no answer may differ.
 */
import { allEndpoints } from '@rollcall/contract/all-endpoints'
import type { Endpoint } from '@rollcall/contract/endpoint'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { routeOf } from '../helpers/endpoint-cases.ts'
import { createWorld, type World } from '../helpers/owners-world.ts'
import { type Answer, answersTo, HIDDEN, hiddenNames, PROBES } from '../helpers/show-attacker.ts'
import { pointsAt, RACERS, racerAt, type Session, ShowEvent } from '../helpers/show-event.ts'
import { startTestServer, type TestServer, userIds } from '../helpers/test-server.ts'
import { leavePicturesUndrawn } from '../helpers/undrawn-pictures.ts'

leavePicturesUndrawn()

let server: TestServer
let event: ShowEvent
let world: World
const roles: Record<string, Partial<Session>> = { stranger: {} }

beforeAll(async () => {
  // After the event's end, so that nobody can leave it any more.
  server = await startTestServer({ startsAt: new Date('2026-11-04T20:00:00Z') })
  event = await ShowEvent.create(server)
  const [participant] = event.casters
  roles.participant = participant
  roles.racer = await server.signIn(racerAt(20))
  roles['another organiser'] = await server.signIn('rival')
  roles['former participant'] = await formerParticipant()
  const owners = await createWorld(server, await server.signIn('owner'))
  await event.settings({ isSealed: true, isPublic: true, isListed: true })
  const tokens = {
    publicToken: await event.token('public'),
    overlayToken: await event.token('overlay'),
  }
  world = { ...owners, ...tokens, eventId: event.id }
  await event.move({ kind: 'start', phase: 'live' })
})
afterAll(() => server.stop())

async function formerParticipant(): Promise<Session> {
  const session = await server.signIn('former')
  const { alpha, beta, former } = await userIds(server)
  const url = `/api/events/getById/${event.id}`
  const stored = (await server.call({ method: 'GET', url, headers: event.host })).json()
  for (const participants of [
    [alpha, beta, former],
    [alpha, beta],
  ]) {
    const response = await server.call({
      method: 'PUT',
      url: `/api/events/update/${event.id}`,
      headers: event.host,
      body: { ...stored, participants },
    })
    expect(response.statusCode, response.body).toBe(200)
  }
  return session
}

const SHOWN = new Set(Array.from({ length: RACERS - 10 }, (_, index) => pointsAt(index + 11)))

/** Names and points of hidden rows: merged and per streamer, as JSON and as displayed. */
const hiddenTexts = HIDDEN.flatMap((position) => {
  const points = [1, 0.4, 0.6]
    .map((share) => Number((pointsAt(position) * share).toFixed(2)))
    .filter((each) => !SHOWN.has(each))
  return [
    racerAt(position),
    ...points.map((each) => `"event_points":${each}`),
    ...points.map((each) => `"points":${each}`),
    ...points.map((each) => each.toLocaleString('en-US', { minimumFractionDigits: 2 })),
  ]
})

const findHidden = (answers: readonly Answer[]) => {
  const told = answers.map(({ text, etag }) => text + String(etag)).join()
  return hiddenTexts.filter((hidden) => told.includes(hidden))
}

const isReader = (endpoint: Endpoint) => endpoint.method === 'GET' || routeOf(endpoint) in PROBES

/** Logging out ends its session, so that call needs a separate one. */
const isLogout = (endpoint: Endpoint) => endpoint.path.endsWith('/logout')

/** The calls that read are made below. */
describe('nothing hidden is in an answer to a call that writes:', () => {
  const writers = allEndpoints.filter((endpoint) => !isReader(endpoint))
  it.each(writers.map((endpoint) => ({ endpoint, route: routeOf(endpoint) })))(
    '$route',
    async ({ endpoint }) => {
      for (const [name, own] of Object.entries(roles)) {
        const role = isLogout(endpoint) ? await server.signIn('passer-by') : own
        expect(findHidden(await answersTo(server, { endpoint, role, world })), name).toEqual([])
      }
    },
  )
})

describe('these tests', () => {
  it('would notice hidden rows, because they find them in the answers to the organiser', async () => {
    const rows = allEndpoints.filter(({ path }) => path.endsWith('control/:id/rows'))
    const told = await Promise.all(
      rows.map((endpoint) => answersTo(server, { endpoint, role: event.host, world })),
    )
    expect(hiddenTexts.filter((hidden) => JSON.stringify(told).includes(hidden))).not.toEqual([])
  })

  it('probe every call with a racer, a row or a search', () => {
    const asking = allEndpoints.filter(
      ({ noun, method, path }) =>
        noun === 'show' && method === 'GET' && /:token|rows|explain/.test(path),
    )
    const missing = asking.map(routeOf).filter((route) => !(route in PROBES))
    expect(missing).toEqual([
      'GET /api/show-control/:token',
      'GET /api/show/public/:token',
      'GET /api/show/:token/now',
      'GET /api/show/:token/frame/:version',
      'GET /api/show/public/:token/event',
    ])
  })
})

/** @param withOverlay whether to include the overlay, which is ahead of viewers */
async function everything(
  at: TestServer,
  { withOverlay = true } = {},
): Promise<Record<string, Answer[]>> {
  const said: Record<string, Answer[]> = {}
  const asked = allEndpoints
    .filter(isReader)
    .filter((endpoint) => withOverlay || routeOf(endpoint) !== 'GET /api/show/overlay/:token')
  // Everybody at once, so that the server works while its database does.
  const reading = Object.entries(roles).map(async ([name, role]) => {
    for (const endpoint of asked) {
      const call = { endpoint, role, world, withOverlay }
      said[`${name}: ${routeOf(endpoint)}`] = await answersTo(at, call)
    }
  })
  await Promise.all(reading)
  return said
}

function expectNothingHidden(said: Readonly<Record<string, Answer[]>>): void {
  const found = Object.entries(said).map(([call, answers]) => [call, findHidden(answers)] as const)
  expect(Object.fromEntries(found.filter(([, hidden]) => hidden.length > 0))).toEqual({})
}

it('before a step is due, no answer changes except the overlay, which is on the stream', async () => {
  await event.settings({ viewersDelayS: 60 })
  const before = await everything(server, { withOverlay: false })
  const { version } = await event.control()
  expect((await event.tryMove({ kind: 'next' }, version)).statusCode).toBe(200)
  expect((await event.stage()).reached).toBe(10)
  // Reading everything may take longer than the longest delay.
  await sql`update show_steps set due_at = due_at + interval '1 day' where announced_at is null`.execute(
    server.context.db,
  )
  expect(await everything(server, { withOverlay: false })).toEqual(before)
  await event.move({ kind: 'back' })
})

it('no answer has anything hidden, or changes if only hidden rows change', async () => {
  const before = await everything(server)
  expectNothingHidden(before)
  const { db } = server.context
  // The hidden rows get other names and points, and are now on only one streamer's board.
  await sql`update show_rows set racer_name = 'other_' || position, event_points = event_points + 7,
    terms = '[]' where event_id = ${event.id} and rank < 11`.execute(db)
  const { beta = 0 } = await userIds(server)
  const ofHidden = sql`racer_id in (select id from racers where login = any(${hiddenNames}))`
  await sql`delete from event_racers using channels
    where event_racers.channel_id = channels.id and channels.user_id = ${beta}
      and event_id = ${event.id} and ${ofHidden}`.execute(db)
  await sql`update event_racers set event_points = event_points + 7
    where event_id = ${event.id} and ${ofHidden}`.execute(db)
  await sql`update racers set login = 'other_' || login where login = any(${hiddenNames})`.execute(
    db,
  )
  const anew = await startTestServer({ beside: server })
  try {
    expect(await everything(anew)).toEqual(before)
  } finally {
    await anew.stop()
  }
})
