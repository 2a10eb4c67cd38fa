/** The public page without a WebSocket: a version exists only while viewers see it, so a cache can never be early. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../helpers/eventually.ts'
import { ShowEvent } from '../helpers/show-event.ts'
import { startTestServer, type TestServer } from '../helpers/test-server.ts'

const DELAY_S = 60

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ startsAt: new Date('2026-11-02T20:00:00Z') })
})
afterAll(() => server.stop())

async function begin() {
  const event = await ShowEvent.create(server)
  await event.settings({ isPublic: true, viewersDelayS: DELAY_S })
  await event.move({ kind: 'start', phase: 'live' })
  return event
}

async function get(url: string) {
  const { statusCode, headers, body } = await server.call({ method: 'GET', url })
  return { status: statusCode, cache: headers['cache-control'], body }
}

const nowOf = async (token: string): Promise<{ version: string; nextInMs: number | null }> =>
  JSON.parse((await get(`/api/show/${token}/now`)).body)

const frameOf = (token: string, version: string) => get(`/api/show/${token}/frame/${version}`)

it('an address has the view of the public page, and may be kept; what is shown may be kept for a second', async () => {
  const event = await begin()
  const token = await event.token('public')
  const now = await get(`/api/show/${token}/now`)
  expect(now).toMatchObject({ status: 200, cache: 'public, max-age=1' })
  expect(now.body.length).toBeLessThan(80)
  const frame = await frameOf(token, JSON.parse(now.body).version)
  expect(frame).toMatchObject({ status: 200, cache: 'public, max-age=60' })
  expect(JSON.parse(frame.body)).toEqual(await event.seen(`public/${token}`))
})

describe('a step that viewers do not see yet', () => {
  it('has no address, and says no more than when it comes', async () => {
    const event = await begin()
    const token = await event.token('public')
    const before = await nowOf(token)
    expect(before.nextInMs).toBeNull()
    await event.press({ kind: 'next' })
    const pressed = await nowOf(token)
    expect(pressed.version).toBe(before.version)
    const { coming } = await event.control()
    const [step] = coming
    const later = await nowOf(token)
    // Each is counted from a moment of its own call, which may not be its first.
    const [first, second, third] = [pressed.nextInMs, step?.inMs, later.nextInMs].map(Number)
    expect(first).toBeGreaterThan(Number(second) - 100)
    expect(second).toBeGreaterThan(Number(third) - 100)
    expect(pressed.nextInMs).toBeLessThanOrEqual(3_000 + 500 + DELAY_S * 1_000)
    await event.settle()
    await eventually(async () => expect((await nowOf(token)).version).not.toBe(before.version))
    expect((await nowOf(token)).nextInMs).toBeNull()
  })

  it('of a rehearsal is none', async () => {
    const event = await ShowEvent.create(server)
    await event.settings({ isPublic: true, viewersDelayS: DELAY_S })
    const token = await event.token('public')
    const before = await nowOf(token)
    await event.press({ kind: 'start', phase: 'rehearsal' })
    await event.press({ kind: 'next' })
    expect(await nowOf(token)).toEqual(before)
  })
})

it('what is covered again and what never was there are refused alike, and nobody keeps the refusal', async () => {
  const event = await begin()
  const token = await event.token('public')
  const covered = await nowOf(token)
  await event.move({ kind: 'next' })
  const uncovered = await nowOf(token)
  await event.move({ kind: 'back' })
  const again = await nowOf(token)
  expect(new Set([covered.version, uncovered.version, again.version]).size).toBe(3)
  const without = (text: string) => text.replace(/"requestId":"[^"]*"/, '')
  const refusals = await Promise.all(
    [covered.version, uncovered.version, 'never'].map((version) => frameOf(token, version)),
  )
  for (const refusal of refusals) {
    expect(refusal).toMatchObject({ status: 404, cache: 'no-store' })
    expect(without(refusal.body)).toBe(without(refusals[0]?.body ?? ''))
  }
})

it('a hidden name gives what is shown another address, and a replaced link leads nowhere', async () => {
  const event = await begin()
  const token = await event.token('public')
  await event.move({ kind: 'next' })
  const before = await nowOf(token)
  const { rows } = await event.seen(`public/${token}`)
  const shown = rows.find(({ event_points }) => event_points !== null)?.racer_name ?? ''
  const racer = await server.signIn(shown)
  await server.ask({ method: 'PUT', url: '/api/account/hidden-name', headers: racer })
  await eventually(async () => expect((await nowOf(token)).version).not.toBe(before.version))
  expect((await frameOf(token, before.version)).status).toBe(404)
  const { version } = await nowOf(token)
  expect((await frameOf(token, version)).body).not.toContain(`"${shown}"`)
  await server.ask({
    method: 'POST',
    url: `/api/show/control/${event.id}/token`,
    headers: event.host,
    body: { of: 'public' },
  })
  expect((await get(`/api/show/${token}/now`)).status).toBe(404)
  expect((await frameOf(token, version)).status).toBe(404)
})
