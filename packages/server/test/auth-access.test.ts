/** Every endpoint asks for what its access declares, and no secret is left lying about. */
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { allEndpoints } from '@rollcall/contract/all-endpoints'
import type { Access, Endpoint } from '@rollcall/contract/endpoint'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { FakeTwitch, json } from './fake-twitch.ts'
import { makeSeason, seasonUpload } from './season-files.ts'
import { storedRows } from './stored-rows.ts'
import { startTestServer, type TestServer } from './test-server.ts'

let twitch: FakeTwitch
let server: TestServer

beforeAll(async () => {
  twitch = await FakeTwitch.start()
  server = await startTestServer({
    env: { ...twitch.env, ADMIN_LOGINS: 'boss', UPLOAD_PAIRING: 'key' },
  })
})
afterAll(async () => {
  await server.stop()
  await twitch.stop()
})

const CALLERS = ['nobody', 'garbage', 'ended session', 'user', 'admin'] as const
type Caller = (typeof CALLERS)[number]
type Verdict = 401 | 403 | 'let in'

/**
 * What the declared access means for each caller. A platform's token is none of ours; an upload
 * without any proof is refused once its form is read.
 */
const VERDICTS: Record<Access, Record<Caller, Verdict>> = {
  anyone: verdicts('let in', 401, 'let in', 'let in'),
  user: verdicts(401, 401, 'let in', 'let in'),
  admin: verdicts(401, 401, 403, 'let in'),
  'platform-token': verdicts(401, 401, 401, 401),
  'upload-proof': verdicts('let in', 401, 'let in', 'let in'),
}

function verdicts(nobody: Verdict, bad: Verdict, user: Verdict, admin: Verdict) {
  return { nobody, garbage: bad, 'ended session': bad, user, admin }
}

async function headersOf(caller: Caller): Promise<Record<string, string>> {
  switch (caller) {
    case 'nobody':
      return {}
    case 'garbage':
      return { authorization: 'Bearer garbage' }
    case 'ended session': {
      const session = await server.signInWith(twitch.issue('leaver'))
      await server.call({ method: 'POST', url: '/api/auth/logout', headers: session })
      return session
    }
    case 'user':
      return server.signInWith(twitch.issue('someone'))
    case 'admin':
      return server.signInWith(twitch.issue('boss'))
  }
}

/** A path with something in the place of each parameter; the platform's has one value only. */
// Ids of nothing there is, so that no right to a real thing decides.
const urlOf = ({ path }: Endpoint) =>
  path.replace(':platform', 'twitch').replace(/:id/g, '999999999').replace(/:\w+/g, '1')

const matrix = allEndpoints.flatMap((endpoint) =>
  CALLERS.map((caller) => ({
    endpoint,
    route: `${endpoint.method} ${endpoint.path}`,
    caller,
    verdict: VERDICTS[endpoint.access][caller],
  })),
)

/** What is served without being an endpoint: open to anyone, and none of it knows who calls. */
const OPEN_ROUTES = /^\/(?:health|ready|api\/openapi\.json|api\/reference.*)$/

/** A trailing slash makes no difference to the router. */
const withoutSlash = (path: string) => path.replace(/\/$/, '')

/** Every path the server has, from the tree it prints of itself. */
function servedPaths(): string[] {
  const parents: string[] = []
  const lines = server.app.printRoutes({ commonPrefix: false }).trimEnd().split('\n')
  return lines.map((line) => {
    const [, branches = '', part = ''] = /^([│├└─ ]*)(\S+)/.exec(line) ?? []
    const depth = branches.length / 4
    const path = (parents[depth - 1] ?? '') + part
    parents[depth] = path
    return path
  })
}

describe('every endpoint', () => {
  it('is served, and nothing else is but what is open to all', () => {
    for (const { method, path } of allEndpoints) {
      const url = withoutSlash(path)
      expect(server.app.hasRoute({ method, url }), `${method} ${url}`).toBe(true)
    }
    const declared = new Set(allEndpoints.map(({ path }) => withoutSlash(path)))
    const others = servedPaths().filter((path) => !declared.has(withoutSlash(path)))
    expect(others).toContain('/health')
    expect(others.filter((path) => !OPEN_ROUTES.test(path))).toEqual([])
  })

  it.each(matrix)('$route by $caller: $verdict', async ({ endpoint, caller, verdict }) => {
    const headers = await headersOf(caller)
    const methods = endpoint.method === 'GET' ? (['GET', 'HEAD'] as const) : [endpoint.method]
    for (const method of methods) {
      const response = await server.call({ method, url: urlOf(endpoint), headers })
      if (verdict === 'let in') {
        // What the made-up parameters name need not be there.
        const unexpected = endpoint.path.includes('/:') ? [401, 403, 405] : [401, 403, 404, 405]
        expect(unexpected, response.body).not.toContain(response.statusCode)
        expect(response.statusCode, response.body).toBeLessThan(500)
      } else {
        expect(response.statusCode, response.body).toBe(verdict)
      }
    }
  })

  it('leaves everything as it was where it refuses', async () => {
    const headers = Object.fromEntries(
      await Promise.all(CALLERS.map(async (caller) => [caller, await headersOf(caller)] as const)),
    )
    const before = await storedRows(server.context.db)
    const refused = matrix.filter(({ verdict }) => verdict !== 'let in')
    for (const { endpoint, caller } of refused) {
      await server.call({
        method: endpoint.method,
        url: urlOf(endpoint),
        headers: { ...headers[caller], 'content-type': 'application/json' },
        ...(endpoint.method !== 'GET' && { payload: '{}' }),
      })
    }
    expect(await storedRows(server.context.db)).toEqual(before)
  })

  it('refuses before it reads: a body that fits nothing changes no verdict', async () => {
    const closed = allEndpoints.filter(({ access }) => access === 'user' || access === 'admin')
    for (const endpoint of closed) {
      const response = await server.call({
        method: endpoint.method,
        url: urlOf(endpoint),
        headers: { 'content-type': 'application/json' },
        payload: '{"half": ',
      })
      expect(response.statusCode, endpoint.path).toBe(401)
    }
  })
})

describe('roles and ids', () => {
  it('do not come with a request', async () => {
    const session = await server.signInWith(twitch.issue('modest'))
    const headers = { ...session, 'content-type': 'application/json' }
    const payload = '{"isAdmin":true,"role":"admin","userId":1,"__proto__":{"isAdmin":true}}'
    for (const { method, path } of allEndpoints) {
      const url = `${path.replace(':platform', 'twitch')}?isAdmin=true&userId=1`
      if (method !== 'GET' && !path.endsWith('/logout')) {
        await server.call({ method, url, headers, payload })
      }
    }
    const user = await server.call({ method: 'GET', url: '/api/user', headers: session })
    expect(user.json()).toMatchObject({ username: 'modest', isAdmin: false })
    expect({}).not.toHaveProperty('isAdmin')
  })
})

describe('secrets', () => {
  it('the session secret is made once, readable by its owner only', async () => {
    const file = await stat(join(server.database.dataDir, 'session-secret'))
    expect(file.mode & 0o777).toBe(0o600)
    expect(file.size).toBeGreaterThanOrEqual(32)
  })

  it('stand in no log, no answer that refuses them, and nowhere in the database', async () => {
    const { db, keys } = server.context
    const post = (url: string, authorization: string) =>
      server.call({ method: 'POST', url, headers: { authorization } })
    const session = (await server.signInWith(twitch.issue('keeper'))).authorization
    const key = (await post('/api/uploads/key', session)).json().key as string
    const ticket = (await post('/api/uploads/ticket', session)).json().ticket as string
    const files = makeSeason({ channel: 'keeper' })
    const taken = [
      await server.call(seasonUpload(files, { key })),
      await server.call(seasonUpload(files, { fields: { uploadKey: ticket } })),
      await server.call(seasonUpload(files, { headers: { authorization: session } })),
    ]
    expect(taken.map((response) => response.statusCode)).toEqual([200, 200, 200])

    const unlucky = twitch.issue('unlucky')
    twitch.script(unlucky, { validate: json({}, 500) })
    const outcast = twitch.issue('outcast')
    twitch.script(outcast, { validate: json({ message: outcast }, 401) })
    await post('/api/auth/logout', session)
    const other = makeSeason({ channel: 'somebody_else' })
    const refused = [
      await post('/api/auth/twitch', `Bearer ${unlucky}`),
      await post('/api/auth/twitch', `Bearer ${outcast}`),
      await post('/api/user', session),
      await server.call({ method: 'GET', url: '/api/user', headers: { authorization: session } }),
      await server.call(seasonUpload(other, { key })),
      await server.call(seasonUpload(other, { fields: { uploadKey: ticket } })),
      await server.call(seasonUpload(other, { fields: { uploadKey: `${key}x` } })),
      await server.call(seasonUpload(other, { headers: { authorization: session } })),
      await server.call(seasonUpload({}, { key })),
      await server.call({ method: 'GET', url: `/k/${key}/elsewhere?token=${ticket}` }),
      await server.call({ method: 'GET', url: `/nowhere?access_token=${unlucky}` }),
      await server.call({ method: 'PUT', url: `/k/${key}/api/app/upload-data` }),
    ]
    for (const response of refused) {
      expect(response.statusCode, response.body).toBeGreaterThanOrEqual(400)
    }

    const rows = await sql<{ row: string }>`
      select to_json(t)::text as row from (select * from uploads) as t
      union all select to_json(t)::text from (select * from sessions) as t
      union all select to_json(t)::text from (select * from users) as t
      union all select to_json(t)::text from (select * from upload_keys) as t`.execute(db)
    expect(rows.rows.length).toBeGreaterThan(8)
    const places = {
      log: server.logged.join('\n'),
      answers: refused.map((response) => response.body).join('\n'),
      database: rows.rows.map((stored) => stored.row).join('\n'),
    }
    expect(places.log).toContain('/k/***')
    const secrets = [
      ...twitch.tokens,
      session.replace('Bearer ', ''),
      key,
      ticket,
      ...[keys.signing, keys.vault].flatMap((bytes) => [
        Buffer.from(bytes).toString('hex'),
        Buffer.from(bytes).toString('base64'),
      ]),
    ]
    expect(secrets.length).toBeGreaterThan(10)
    for (const [place, text] of Object.entries(places)) {
      for (const secret of secrets) {
        // As text, and as the database writes the bytes of it.
        expect(text.includes(secret), `${secret} in ${place}`).toBe(false)
        expect(text.includes(Buffer.from(secret).toString('hex')), place).toBe(false)
      }
    }
  })
})
