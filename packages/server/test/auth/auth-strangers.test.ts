/** A signed-in user who owns nothing calls every endpoint on somebody else's data; and fields that nobody may set. */
import { allEndpoints } from '@rollcall/contract/all-endpoints'
import type { HTTPMethods } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mayBringMore } from '../../src/edge/input-rules.ts'
import { callOf, caseOf, routeOf } from '../helpers/endpoint-cases.ts'
import { createWorld, PRIVATE, type World } from '../helpers/owners-world.ts'
import { makeSeason, seasonUpload } from '../helpers/season-files.ts'
import { storedRows } from '../helpers/stored-rows.ts'
import { type Session, startTestServer, type TestServer } from '../helpers/test-server.ts'

let server: TestServer
let world: World
let stranger: Session
let before: Awaited<ReturnType<typeof everythingStored>>

beforeAll(async () => {
  server = await startTestServer({ env: { ADMIN_LOGINS: 'boss', UPLOAD_PAIRING: 'key' } })
  world = await createWorld(server, await server.signIn('owner'))
  stranger = await server.signIn('stranger')
  before = await everythingStored()
})
afterAll(() => server.stop())

/**
 * All stored rows, with the owner's upload keys and blocks. The last use of a key and the stranger's
 * own choices are left out, because these calls may change them.
 */
async function everythingStored() {
  const { rows } = await sql<{ row: object }>`
    select to_jsonb(k) - 'last_used_at' as row from upload_keys as k
    where user_id = ${world.ownerId}`.execute(server.context.db)
  expect(rows).toHaveLength(1)
  const ofOwner = (
    table: 'organiser_blocks' | 'api_keys' | 'calendar_links' | 'presses' | 'visits',
  ) =>
    server.context.db.selectFrom(table).selectAll().where('user_id', '=', world.ownerId).execute()
  // The stranger may hide their own name.
  const {
    users = [],
    hidden_racers: _,
    hidden_name_seed: __,
    ...others
  } = await storedRows(server.context.db)
  return {
    ...others,
    users: users.filter((row) => !row.includes('"stranger"')),
    organiser_blocks: await ofOwner('organiser_blocks'),
    api_keys: await ofOwner('api_keys'),
    calendar_links: await ofOwner('calendar_links'),
    presses: await ofOwner('presses'),
    visits: await ofOwner('visits'),
    'keys of the owner': rows,
  }
}

describe('another user', () => {
  it.each(allEndpoints.map((endpoint) => ({ endpoint, route: routeOf(endpoint) })))(
    '$route',
    async ({ endpoint }) => {
      const { stranger: expected } = caseOf(endpoint)
      const headers = endpoint.path.endsWith('/logout') ? await server.signIn('stranger') : stranger
      const response = await server.call(callOf(endpoint, world, { headers }))
      if (typeof expected === 'number') {
        expect(response.statusCode, response.body).toBe(expected)
        expect(response.json()).toMatchObject({ error: expect.any(String) })
      } else if (expected === 'unauthorized') {
        expect(response.statusCode).toBe(200)
        expect(response.json()).toEqual({ unauthorized: true })
      } else if (expected === 'own') {
        // The caller may get 404 for nothing of their own, or an empty answer.
        expect([200, 404], response.body).toContain(response.statusCode)
      } else {
        expect(response.statusCode, response.body).toBe(200)
      }
      if (expected !== 'public') {
        expect(response.body.toLowerCase()).not.toContain(PRIVATE.toLowerCase())
        expect(response.body).not.toContain(world.key.slice(0, 8))
      }
      expect(await everythingStored()).toEqual(before)
    },
  )

  it('gets the same answer for an absent thing as for a hidden one', async () => {
    const pairs: [string, number][] = [['/api/events/leaderboard-config', world.configurationId]]
    for (const [path, id] of pairs) {
      const answers = [id, 999_999].map((each) =>
        server.call({ method: 'GET', url: `${path}/${each}`, headers: stranger }),
      )
      const [hidden, absent] = (await Promise.all(answers)).map((response) => {
        const { requestId: _, ...said } = response.json()
        return { status: response.statusCode, said }
      })
      expect(hidden).toEqual(absent)
    }
  })

  it("cannot upload with a channel's key once that has been replaced", async () => {
    const files = makeSeason({ channel: 'owner', points: 4321 })
    const make = () =>
      server.call({ method: 'POST', url: '/api/uploads/key', headers: world.owner })
    const replaced = (await make()).json().key
    await make()
    const before = await storedRows(server.context.db)
    for (const key of [replaced, world.key, replaced.toUpperCase(), `${replaced} `]) {
      const response = await server.call(seasonUpload(files, { fields: { uploadKey: key } }))
      expect(response.statusCode, response.body).toBe(401)
    }
    expect(await storedRows(server.context.db)).toEqual(before)
  })
})

const SMUGGLED: readonly [string, unknown][] = [
  ['role', 'admin'],
  ['isAdmin', true],
  ['admin', 1],
  ['ownerId', 1],
  ['owner_id', 1],
  ['userId', 1],
  ['createdBy', 1],
  ['created_by', 1],
  ['created_at', '2001-01-01T00:00:00Z'],
  ['createdAt', '2001-01-01T00:00:00Z'],
  ['is_default', true],
  ['configuration_version', 1],
]

describe('fields that nobody may set', () => {
  let session: Session
  let before: Awaited<ReturnType<typeof storedRows>>
  beforeAll(async () => {
    session = await server.signIn('modest')
    before = await storedRows(server.context.db)
  })

  const withBody = allEndpoints.filter(({ method }) => method !== 'GET')

  it.each(withBody.map((endpoint) => ({ endpoint, route: routeOf(endpoint) })))(
    '$route accepts none of them',
    async ({ endpoint }) => {
      const { url, body, headers } = callOf(endpoint, world)
      const isSaidInForm = caseOf(endpoint).form !== undefined
      for (const [name, value] of [...SMUGGLED, ['id', 1] as const]) {
        const isOwnField = name in ((body ?? {}) as object)
        if (isOwnField) continue
        const response = await server.call({
          method: endpoint.method as HTTPMethods & 'POST',
          url: String(url),
          headers: {
            ...(isSaidInForm ? headers : {}),
            'content-type': 'application/json',
            ...session,
          },
          body: JSON.stringify({ ...(body as object), [name]: value }),
        })
        expect(response.statusCode, `${name}: ${response.body}`).toBeLessThan(500)
        if (!mayBringMore(endpoint)) {
          expect(response.statusCode, `${name}: ${response.body}`).toBeGreaterThanOrEqual(400)
        }
      }
      expect(await storedRows(server.context.db)).toEqual(before)
    },
  )

  it('are not accepted from a query either', async () => {
    for (const endpoint of allEndpoints.filter((each) => !mayBringMore(each))) {
      const { url = '' } = callOf(endpoint, world)
      const joined = String(url).includes('?') ? '&' : '?'
      const response = await server.call({
        ...callOf(endpoint, world, { headers: session }),
        url: `${url}${joined}isAdmin=true&userId=1`,
      })
      expect(response.statusCode, routeOf(endpoint)).toBeGreaterThanOrEqual(400)
      expect(response.statusCode, routeOf(endpoint)).toBeLessThan(500)
    }
    const user = await server.call({ method: 'GET', url: '/api/user', headers: session })
    expect(user.json()).toMatchObject({ username: 'modest', isAdmin: false })
    expect({}).not.toHaveProperty('isAdmin')
  })
})
