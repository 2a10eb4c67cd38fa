/** API keys: what they may read, what they may never do, and how their calls are counted. */
import { allEndpoints } from '@rollcall/contract/all-endpoints'
import { MAX_API_KEYS } from '@rollcall/contract/api-keys'
import { SCOPES } from '@rollcall/contract/scopes'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { callOf, routeOf } from '../helpers/endpoint-cases.ts'
import { createWorld, type World } from '../helpers/owners-world.ts'
import { storedRows } from '../helpers/stored-rows.ts'
import { type Session, startTestServer, type TestServer } from '../helpers/test-server.ts'

let server: TestServer
let owner: Session
let world: World

beforeAll(async () => {
  server = await startTestServer({ env: { ADMIN_LOGINS: 'owner' } })
  owner = await server.signIn('owner')
  world = await createWorld(server, owner)
})
afterAll(() => server.stop())

const bearer = (key: string): Session => ({ authorization: `Bearer ${key}` })

let made = 0

async function makeKey(scopes: readonly string[], headers = owner, name = `Bot ${++made}`) {
  const { key, apiKey } = await server.ask({
    method: 'POST',
    url: '/api/api-keys',
    headers,
    body: { name, scopes },
  })
  return { key, apiKey, headers: bearer(key) }
}

const keysOf = async (headers: Session) =>
  (await server.ask({ method: 'GET', url: '/api/api-keys', headers })).keys

const BOARD = '/api/channels/owner/board'

describe('a key', () => {
  it('is shown once, stored as a hash, and says when it was last used', async () => {
    const headers = await server.signIn('maker')
    const { key, apiKey } = await makeKey(['read:boards'], headers, ' Board bot ')
    expect(key).toMatch(/^rak_[a-z2-7]{32}$/)
    expect(apiKey).toMatchObject({ name: 'Board bot', prefix: key.slice(0, 10), lastUsedAt: null })
    await server.ask({ method: 'GET', url: BOARD, headers: bearer(key) })
    expect(await keysOf(headers)).toEqual([
      { ...apiKey, lastUsedAt: server.clock.now().toISOString() },
    ])
    expect(JSON.stringify(await storedRows(server.context.db))).not.toContain(key.slice(10))
    expect(server.logged.join('')).not.toContain(key.slice(10))
  })

  it('that is revoked is refused with the next call; nobody else can revoke it', async () => {
    const { headers, apiKey } = await makeKey(['read:boards'])
    const revoke = (by: Session) =>
      server.call({ method: 'DELETE', url: `/api/api-keys/${apiKey.id}`, headers: by })
    expect((await revoke(await server.signIn('stranger'))).statusCode).toBe(404)
    expect((await server.call({ method: 'GET', url: BOARD, headers })).statusCode).toBe(200)
    expect((await revoke(owner)).statusCode).toBe(200)
    const refused = await server.call({ method: 'GET', url: BOARD, headers })
    expect([refused.statusCode, refused.json().error]).toEqual([
      401,
      'This API key does not exist, or it has been revoked.',
    ])
  })

  it('needs a name and a scope, and there are only so many', async () => {
    const headers = await server.signIn('collector')
    const make = (body: object) =>
      server.call({ method: 'POST', url: '/api/api-keys', headers, body })
    expect((await make({ name: ' ', scopes: ['read:boards'] })).json().code).toBe(
      'api_key_name_missing',
    )
    expect((await make({ name: 'a', scopes: [] })).json().code).toBe('api_key_scopes_missing')
    expect((await make({ name: 'a', scopes: ['write:all'] })).statusCode).toBe(400)
    for (let count = 0; count < MAX_API_KEYS; count += 1) {
      await makeKey(['read:boards'], headers)
    }
    const refused = await make({ name: 'one more', scopes: ['read:boards'] })
    expect([refused.statusCode, refused.json().code]).toEqual([422, 'too_many_api_keys'])
  })
})

describe('a scope', () => {
  it('that is missing is named in the refusal', async () => {
    const { headers } = await makeKey(['read:racers'])
    const refused = await server.call({ method: 'GET', url: BOARD, headers })
    expect([refused.statusCode, refused.json()]).toMatchObject([
      403,
      {
        error: 'This call needs an API key with the scope read:boards. Yours does not have it.',
        code: 'api_key_lacks_scope',
        params: { scope: 'read:boards' },
      },
    ])
  })

  it.each(allEndpoints.map((endpoint) => ({ endpoint, route: routeOf(endpoint) })))(
    'decides about $route, and nothing else does',
    async ({ endpoint }) => {
      // An admin's key, whose calls are all about the owner's own things.
      const all = await makeKey(SCOPES)
      const call = callOf(endpoint, world, { headers: all.headers })
      const before = endpoint.scope === undefined ? await storedRows(server.context.db) : null
      const response = await server.call(call)
      if (endpoint.scope === undefined) {
        const refusal = endpoint.sendsText ? response.body : response.json().code
        expect([response.statusCode, refusal]).toEqual([
          403,
          endpoint.sendsText ? 'API keys cannot make this call.' : 'api_key_not_taken',
        ])
        const { api_keys: _, ...rows } = await storedRows(server.context.db)
        const { api_keys: __, ...rowsBefore } = before ?? {}
        expect(rows).toEqual(rowsBefore)
      } else {
        expect([401, 403], response.body).not.toContain(response.statusCode)
      }
      await server.call({ method: 'DELETE', url: `/api/api-keys/${all.apiKey.id}`, headers: owner })
    },
  )

  it('is never for a call that writes, and only one scope is for private things', () => {
    for (const { path, method, access, scope } of allEndpoints) {
      if (scope !== undefined) {
        const isRead = method === 'GET' || path === '/api/leaderboard/'
        expect([path, isRead]).toEqual([path, true])
        expect([path, access]).toEqual([path, scope === 'read:own-events' ? 'user' : 'anyone'])
      }
    }
  })

  it("for own events shows the owner's, and no admin's view of other people's", async () => {
    const { headers } = await makeKey(['read:own-events'])
    const board = (eventId: number) =>
      server.call({ method: 'GET', url: `/api/events/export/${eventId}`, headers })
    expect((await board(world.eventId)).json()).toHaveLength(1)
    const others = await server.signIn('somebody')
    const { id } = await server.ask({
      method: 'POST',
      url: '/api/events/createEventSingle',
      headers: others,
      body: {
        name: 'Theirs',
        startDate: '2026-11-14',
        endDate: '2026-11-15',
        participants: [],
        leaderboard: (
          await server.ask({ method: 'GET', url: '/api/events/leaderboards', headers: others })
        )[0].id,
      },
    })
    expect((await board(id)).statusCode).toBe(403)
    const asAdmin = { method: 'GET' as const, url: `/api/events/export/${id}`, headers: owner }
    expect((await server.call(asAdmin)).statusCode).toBe(200)
  })
})

it('calls are counted for each key, and every answer says how many are left', async () => {
  const strict = await startTestServer({ env: { RATE_LIMIT_GENERAL: '3' }, beside: server })
  const [one, other] = [await makeKey(['read:boards']), await makeKey(['read:boards'])]
  const call = (headers: Session) => strict.call({ method: 'GET', url: BOARD, headers })
  for (const left of ['2', '1', '0']) {
    expect((await call(one.headers)).headers).toMatchObject({
      'x-ratelimit-limit': '3',
      'x-ratelimit-remaining': left,
      'x-ratelimit-reset': '60',
    })
  }
  const refused = await call(one.headers)
  expect([refused.statusCode, refused.headers['x-ratelimit-remaining']]).toEqual([429, '0'])
  expect((await call(other.headers)).statusCode).toBe(200)
  // Guessed keys count for the address.
  const guess = () => call(bearer(`rak_${'a'.repeat(32)}`))
  const statuses = []
  for (let count = 0; count < 5; count += 1) {
    statuses.push((await guess()).statusCode)
  }
  expect(statuses).toEqual([401, 401, 401, 429, 429])
  const { limits } = await strict.ask({ method: 'GET', url: '/api/api-keys', headers: owner })
  expect(limits).toContainEqual({ of: 'general', calls: 3, seconds: 60 })
  await strict.stop()
})

it('the API reference says which scope each call needs', async () => {
  const { paths, components } = await server.ask({ method: 'GET', url: '/api/openapi.json' })
  expect(components.securitySchemes.apiKey).toMatchObject({ type: 'http', scheme: 'bearer' })
  expect(paths['/api/channels/{channel}/board'].get).toMatchObject({
    description: expect.stringContaining('An API key needs the scope read:boards.'),
    security: [{}, { apiKey: ['read:boards'] }],
  })
  expect(paths['/api/events/getAll'].get.security).toEqual([
    { session: [] },
    { apiKey: ['read:own-events'] },
  ])
  expect(paths['/api/api-keys'].post.security).toEqual([{ session: [] }])
})
