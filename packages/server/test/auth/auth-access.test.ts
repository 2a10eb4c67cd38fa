/** Every endpoint enforces its declared access, for every kind of token. */
import { allEndpoints } from '@rollcall/contract/all-endpoints'
import type { Access } from '@rollcall/contract/endpoint'
import type { HTTPMethods } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ACTS } from '../helpers/acts-of-endpoints.ts'
import { callOf, listForgottenCases, routeOf } from '../helpers/endpoint-cases.ts'
import { FakeTwitch } from '../helpers/fake-twitch.ts'
import { openForger } from '../helpers/forged-tokens.ts'
import { createWorld, type World } from '../helpers/owners-world.ts'
import { storedRows } from '../helpers/stored-rows.ts'
import { type Session, startTestServer, type TestServer } from '../helpers/test-server.ts'

let twitch: FakeTwitch
let server: TestServer
let world: World
/** The headers each caller sends. */
let headersOf: Record<Caller, { authorization?: string }>

beforeAll(async () => {
  twitch = await FakeTwitch.start()
  server = await startTestServer({
    env: { ...twitch.env, ADMIN_LOGINS: 'boss', UPLOAD_PAIRING: 'key' },
  })
  world = await createWorld(server, await server.signInWith(twitch.issue('owner')))
  headersOf = await makeCallers()
})
afterAll(async () => {
  await server.stop()
  await twitch.stop()
})

/** Callers whose token looks like ours but is not valid, or no longer. */
const BAD_TOKENS = [
  'garbage',
  'an expired token',
  'a session past its days',
  'a revoked session',
  'a token of another secret',
  'a token of another key pair',
  'alg none',
  'RS256 taken for HS256',
] as const
const CALLERS = ['nobody', ...BAD_TOKENS, 'user', 'admin'] as const
type Caller = (typeof CALLERS)[number]
type Verdict = 401 | 403 | 'let in'

/**
 * What the declared access means for each caller. None of these tokens is a platform's token. An upload is
 * let in without a session, because its own proof decides.
 */
const VERDICTS: Record<Access, Record<Caller, Verdict>> = {
  anyone: verdicts('let in', 401, 'let in', 'let in'),
  user: verdicts(401, 401, 'let in', 'let in'),
  admin: verdicts(401, 401, 403, 'let in'),
  'platform-token': verdicts(401, 401, 401, 401),
  'upload-proof': verdicts('let in', 401, 'let in', 'let in'),
}

function verdicts(
  nobody: Verdict,
  bad: Verdict,
  user: Verdict,
  admin: Verdict,
): Record<Caller, Verdict> {
  const ofBadTokens = Object.fromEntries(BAD_TOKENS.map((caller) => [caller, bad]))
  return { ...(ofBadTokens as Record<(typeof BAD_TOKENS)[number], Verdict>), nobody, user, admin }
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

async function makeCallers(): Promise<typeof headersOf> {
  const revoked = await server.signInWith(twitch.issue('leaver'))
  await server.call({ method: 'POST', url: '/api/auth/logout', headers: revoked })
  const aged = await server.signInWith(twitch.issue('sleeper'))
  await server.context.db
    .updateTable('sessions')
    .set({ expires_at: server.context.now() })
    .where('user_id', '=', await userIdOf(aged))
    .execute()
  // All forgeries imitate an admin with a valid session.
  const admin = await server.signInWith(twitch.issue('boss'))
  const good = admin.authorization.replace('Bearer ', '')
  const forger = openForger(good, server.context.keys.signing)
  return {
    nobody: {},
    garbage: bearer('garbage'),
    'an expired token': bearer(await forger.forge({ payload: { exp: 1 } })),
    'a session past its days': aged,
    'a revoked session': revoked,
    'a token of another secret': bearer(await forger.forge({ key: new Uint8Array(32) })),
    'a token of another key pair': bearer(await forger.foreignRsa()),
    'alg none': bearer(forger.unsigned({ alg: 'none' })),
    'RS256 taken for HS256': bearer(await forger.confused()),
    user: await server.signInWith(twitch.issue('someone')),
    admin,
  }
}

async function userIdOf(headers: Session): Promise<number> {
  return (await server.call({ method: 'GET', url: '/api/user', headers })).json().id
}

/** Logging out gets a session of its own: the other calls still need the shared one. */
async function headersFor(caller: Caller, path: string): Promise<{ authorization?: string }> {
  const login = { user: 'someone', admin: 'boss' }[caller as string]
  return login !== undefined && path === '/api/auth/logout'
    ? server.signInWith(twitch.issue(login))
    : headersOf[caller]
}

const matrix = allEndpoints.flatMap((endpoint) =>
  CALLERS.map((caller) => ({
    endpoint,
    route: routeOf(endpoint),
    caller,
    verdict: VERDICTS[endpoint.access][caller],
  })),
)

/** A channel's nights are posted by its streamer alone; nobody else may see the webhook. */
const OWNERS_ONLY: ReadonlySet<string> = new Set(ACTS.channel.post)

/** Routes that are not endpoints: open to anyone, and none of them knows the caller. */
const OPEN_ROUTES =
  /^\/(?:health|ready|metrics|api\/openapi\.json|api\/reference.*|k\/:uploadKey(?:\/download)?|assets\/images\/mystats_logo\.png)$/

/** The router ignores a trailing slash. */
const withoutSlash = (path: string) => path.replace(/\/$/, '')

/** Every path the server has, read from the route tree it prints. */
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
  it('is served, and every other route is open to all', () => {
    for (const { method, path } of allEndpoints) {
      const url = withoutSlash(path)
      expect(server.app.hasRoute({ method, url }), `${method} ${url}`).toBe(true)
    }
    const declared = new Set(allEndpoints.map(({ path }) => withoutSlash(path)))
    const others = servedPaths().filter((path) => !declared.has(withoutSlash(path)))
    expect(others).toContain('/health')
    expect(others.filter((path) => !OPEN_ROUTES.test(path))).toEqual([])
  })

  it('answers the same with and without a trailing slash', async () => {
    for (const { method, path, sendsText } of allEndpoints) {
      // With ids that do not exist.
      const url = withoutSlash(path).replaceAll(/:\w+/g, '404')
      const [bare, slashed] = await Promise.all(
        [url, `${url}/`].map((url) => server.call({ method, url })),
      )
      expect(slashed?.statusCode, url).toBe(bare?.statusCode)
      const isPicture = bare?.headers['content-type'] === 'image/png'
      const said = [bare, slashed].map((it) =>
        sendsText || isPicture ? it?.body : it?.json().error,
      )
      expect(said[1], url).toBe(said[0])
    }
  })

  it('has a call in these tests that succeeds for a permitted caller', () => {
    expect(listForgottenCases(), 'cases of endpoints that no longer exist').toEqual([])
    const unsaid = allEndpoints.flatMap((endpoint) => {
      try {
        callOf(endpoint, world)
        return []
      } catch (error) {
        return [String(error)]
      }
    })
    expect(unsaid, 'endpoints with nothing said about them').toEqual([])
  })

  it.each(matrix)('$route by $caller: $verdict', async ({ endpoint, caller, verdict }) => {
    const hasHead = endpoint.method === 'GET' && !endpoint.opensSocket
    const methods = hasHead ? (['GET', 'HEAD'] as const) : [endpoint.method]
    for (const method of methods) {
      const headers = await headersFor(caller, endpoint.path)
      const call = callOf(endpoint, world, { headers, method })
      const response = await server.call(call)
      if (verdict === 'let in') {
        // An upload without proof gets as far as its form.
        const isUnproven = endpoint.access === 'upload-proof' && caller === 'nobody'
        const isForAdmins = caller === 'admin' && !OWNERS_ONLY.has(routeOf(endpoint))
        const shut = isUnproven ? [403] : [401, ...(isForAdmins ? [403] : [])]
        expect(shut, response.body).not.toContain(response.statusCode)
        expect(response.statusCode, response.body).toBeLessThan(500)
      } else {
        expect(response.statusCode, response.body).toBe(verdict)
        const type = endpoint.sendsText ? /^text\/plain/ : /^application\/json/
        expect(response.headers['content-type']).toMatch(type)
        if (method !== 'HEAD' && !endpoint.sendsText) {
          expect(response.json()).toMatchObject({
            error: expect.stringMatching(/\w/),
            code: expect.stringMatching(/^\w+$/),
          })
        }
      }
    }
  })

  it('changes nothing when it refuses a valid call', async () => {
    const before = await storedRows(server.context.db)
    const refused = matrix.filter(({ verdict }) => verdict !== 'let in')
    expect(refused.length).toBeGreaterThan(BAD_TOKENS.length * allEndpoints.length)
    for (const { endpoint, caller } of refused) {
      await server.call(callOf(endpoint, world, { headers: headersOf[caller] }))
    }
    expect(await storedRows(server.context.db)).toEqual(before)
  })

  it('refuses before it reads the body: a malformed body still gets 401', async () => {
    const closed = allEndpoints.filter(({ access }) => access === 'user' || access === 'admin')
    for (const endpoint of closed) {
      const { url } = callOf(endpoint, world)
      const response = await server.call({
        method: endpoint.method as HTTPMethods & 'GET',
        url: String(url),
        headers: { 'content-type': 'application/json' },
        payload: '{"half": ',
      })
      expect(response.statusCode, endpoint.path).toBe(401)
    }
  })
})
