/** Who gets a session for a platform token, and which name the user gets. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type Answer,
  CLIENT_ID,
  drip,
  FakeTwitch,
  json,
  rowOf,
  silent,
  validationOf,
} from '../helpers/fake-twitch.ts'
import { storedRows } from '../helpers/stored-rows.ts'
import { type Session, startTestServer, type TestServer } from '../helpers/test-server.ts'

let twitch: FakeTwitch
let server: TestServer
/** A server on the same database with a short timeout for the platform. */
let hasty: TestServer

beforeAll(async () => {
  twitch = await FakeTwitch.start()
  server = await startTestServer({ env: twitch.env })
  hasty = await startTestServer({ env: twitch.env, beside: server, platformTimeoutMs: 200 })
  await server.signInWith(twitch.issue('bystander'))
})
afterAll(async () => {
  await hasty.stop()
  await server.stop()
  await twitch.stop()
})

const postToken = (authorization: string | undefined, to: TestServer = server) =>
  to.call({
    method: 'POST',
    url: '/api/auth/twitch',
    headers: authorization === undefined ? {} : { authorization },
  })

const currentUser = async (session: Session) => {
  const response = await server.call({ method: 'GET', url: '/api/user', headers: session })
  expect(response.statusCode, response.body).toBe(200)
  return response.json() as { id: number; username: string }
}

async function everything() {
  const { db } = server.context
  const sessions = await db.selectFrom('sessions').selectAll().orderBy('id').execute()
  return { ...(await storedRows(db)), sessions }
}

async function expectRefused(token: string, status: 401 | 503, at: TestServer = server) {
  const before = await everything()
  const response = await postToken(`Bearer ${token}`, at)
  expect(response.statusCode, response.body).toBe(status)
  expect(response.json()).toMatchObject({
    code: status === 401 ? 'platform_token_refused' : 'platform_unreachable',
    error: expect.any(String),
  })
  expect(response.headers['retry-after']).toBe(status === 503 ? '60' : undefined)
  expect(response.body).not.toContain(token)
  expect(await everything()).toEqual(before)
}

const eve = { id: '666', login: 'eve', displayName: 'Eve' }
const validation = validationOf(eve)
const without = (name: keyof typeof validation) => ({ ...validation, [name]: undefined })
const huge = ' '.repeat(64 * 1024) + JSON.stringify(validation)
const redirect: Answer = (response) =>
  response.writeHead(302, { location: `${twitch.url}/oauth2/validate` }).end()
const text =
  (body: string, status = 200): Answer =>
  (response) =>
    response.writeHead(status, { 'content-type': 'text/html' }).end(body)
const hangUp: Answer = (response) => response.socket?.destroy()

describe('a token that the platform does not confirm', () => {
  it.each<[string, 401 | 503, Answer]>([
    ['of another client id', 401, json({ ...validation, client_id: 'somebody-elses-app' })],
    ['of our client id in upper case', 401, json({ ...validation, client_id: 'ROLLCALL' })],
    ['without a client id', 401, json(without('client_id'))],
    ['with a list of client ids', 401, json({ ...validation, client_id: [CLIENT_ID] })],
    ['with a number for a client id', 401, json({ ...validation, client_id: 7 })],
    ['with no client id at all', 401, json({ ...validation, client_id: null })],
    ['without the scope', 401, json({ ...validation, scopes: ['chat:read'] })],
    ['with no scopes', 401, json({ ...validation, scopes: null })],
    ['with the scope as text', 401, json({ ...validation, scopes: 'user:read:email' })],
    ['of an app, which has no user', 401, json(without('user_id'))],
    ['with an empty user id', 401, json({ ...validation, user_id: '' })],
    ['with a number for a user id', 401, json({ ...validation, user_id: 666 })],
    ['with a list of user ids', 401, json({ ...validation, user_id: ['666'] })],
    ['without a login', 401, json(without('login'))],
    ['that has expired', 401, json({ ...validation, expires_in: 0 })],
    ['that expired long ago', 401, json({ ...validation, expires_in: -5 })],
    ['that never says when it expires', 401, json(without('expires_in'))],
    ['answered with a list', 401, json([validation])],
    ['answered with null', 401, json(null)],
    ['answered 401', 401, json({ status: 401, message: 'invalid access token' }, 401)],
    ['answered 401 with a good body', 401, json(validation, 401)],
    ['answered 400', 401, json({}, 400)],
    ['answered 500', 503, json(validation, 500)],
    ['answered 429', 503, json({}, 429)],
    ['answered 404', 503, json({}, 404)],
    ['answered 201', 503, json(validation, 201)],
    ['answered with HTML', 503, text('<html><body>welcome to the hotel</body></html>')],
    ['answered with nothing', 503, text('')],
    ['answered with half an object', 503, text(JSON.stringify(validation).slice(0, -9))],
    ['answered with a huge body', 503, text(huge)],
    ['answered with a redirect', 503, redirect],
    ['answered by hanging up', 503, hangUp],
  ])('%s: %i', async (_, status, answer) => {
    const token = twitch.issue('eve', eve)
    twitch.script(token, { validate: answer })
    await expectRefused(token, status)
    expect(twitch.count('users', token)).toBe(0)
    expect(twitch.count('validate', token)).toBe(1)
  })

  it.each<[string, Answer]>([
    ['silent', silent],
    ['dripping', drip(validation)],
  ])('the platform is %s: 503', async (_, answer) => {
    const token = twitch.issue('eve', eve)
    twitch.script(token, { validate: answer })
    await expectRefused(token, 503, hasty)
  })

  it('is refused if the platform never issued it', () => expectRefused('0'.repeat(30), 401))

  it.each(['"quoted"', '{}', 'käse', 'end\x7fed', 'a'.repeat(5_000)])(
    'is refused without asking the platform if it cannot be one: %j',
    async (token) => {
      const asked = twitch.count('validate')
      await expectRefused(token, 401)
      expect(twitch.count('validate')).toBe(asked)
    },
  )

  it.each([undefined, 'Bearer', 'Bearer ', 'Bearer a b', 'OAuth abc', 'Basic abc'])(
    'is missing: %s',
    async (authorization) => {
      const before = await everything()
      const response = await postToken(authorization)
      expect(response.statusCode).toBe(401)
      expect(response.json()).toMatchObject({ code: 'platform_token_missing' })
      expect(await everything()).toEqual(before)
    },
  )

  it('is useless for another platform', async () => {
    const headers = { authorization: `Bearer ${twitch.issue('eve', eve)}` }
    const response = await server.call({ method: 'POST', url: '/api/auth/elsewhere', headers })
    expect(response.statusCode).toBe(400)
  })
})

describe('a good token with a faulty answer about its user', () => {
  const row = rowOf(eve)
  it.each<[string, 401 | 503, Answer]>([
    ['another user', 401, json({ data: [{ ...row, id: '1' }] })],
    ['several users', 401, json({ data: [row, rowOf({ ...eve, id: '1' })] })],
    ['the same user twice', 401, json({ data: [row, row] })],
    ['no users', 401, json({ data: [] })],
    ['no list', 401, json({ data: row })],
    ['no id', 401, json({ data: [{ ...row, id: undefined }] })],
    ['a number for an id', 401, json({ data: [{ ...row, id: 666 }] })],
    ['an empty login', 401, json({ data: [{ ...row, login: '' }] })],
    ['null', 401, json(null)],
    ['401', 401, json({ message: 'no' }, 401)],
    ['500', 503, json({}, 500)],
    ['HTML', 503, text('<html></html>')],
    ['a huge body', 503, text(huge)],
    ['a redirect', 503, redirect],
    ['a hang-up', 503, hangUp],
  ])('%s: %i', async (_, status, users) => {
    const token = twitch.issue('eve', eve)
    twitch.script(token, { users })
    await expectRefused(token, status)
  })

  it.each<[string, Answer]>([
    ['silence', silent],
    ['a drip', drip({ data: [row] })],
  ])('%s: 503 in time', async (_, users) => {
    const token = twitch.issue('eve', eve)
    twitch.script(token, { users })
    await expectRefused(token, 503, hasty)
  })
})

describe('an answer that echoes the token', () => {
  it.each(['validate', 'users'] as const)('leaves nothing in the log: %s', async (call) => {
    const token = twitch.issue('eve', eve)
    twitch.script(token, { [call]: text(`${token} is what you sent`) })
    await expectRefused(token, 503)
    const logged = server.logged.join('\n')
    expect(logged).toContain('the platform is unreachable: the answer is no JSON')
    expect(logged).not.toContain(token.slice(0, 8))
  })
})

describe('a good token', () => {
  it('signs in with one validation and one user query', async () => {
    const token = twitch.issue('alice', { id: '1001', displayName: 'Alice' })
    const session = await server.signInWith(token)
    expect(await currentUser(session)).toEqual({
      id: expect.any(Number),
      username: 'Alice',
      profile_image_url: 'https://static-cdn.jtvnw.net/alice.png',
      isAdmin: false,
    })
    expect([twitch.count('validate', token), twitch.count('users', token)]).toEqual([1, 1])
  })

  it.each([
    ['the login in other letter case', 'marble_fan', 'Marble_FAN', 'Marble_FAN'],
    ['the login itself', 'plain', 'plain', 'plain'],
    ['something else', 'sakura', 'さくら', 'sakura'],
    ['the login and more', 'short', 'Short ', 'short'],
    ['somebody else', 'mallory', 'Alice', 'mallory'],
    ['empty', 'blank', '', 'blank'],
  ])('with a display name that is %s', async (_, login, displayName, username) => {
    const session = await server.signInWith(twitch.issue(login, { displayName }))
    expect((await currentUser(session)).username).toBe(username)
  })

  it.each([
    'javascript:alert(1)',
    'data:text/html,x',
    '//elsewhere.example/x.png',
    'x" onerror="',
    '',
  ])('gives the user no picture if the platform sends %j', async (picture) => {
    const token = twitch.issue('dora')
    const user = rowOf({ id: 'id of dora', login: 'dora', displayName: 'dora' })
    twitch.script(token, { users: json({ data: [{ ...user, profile_image_url: picture }] }) })
    const shown = await currentUser(await server.signInWith(token))
    expect(shown).toMatchObject({ username: 'dora', profile_image_url: null })
  })

  it('recognises the user by platform id, even if the login changed', async () => {
    const first = await currentUser(await server.signInWith(twitch.issue('carol', { id: '7' })))
    const renamed = await currentUser(await server.signInWith(twitch.issue('carla', { id: '7' })))
    expect(renamed).toEqual({ ...first, username: 'carla', profile_image_url: expect.any(String) })
    const other = await currentUser(await server.signInWith(twitch.issue('carol', { id: '8' })))
    expect(other.id).not.toBe(first.id)
  })

  it('is obtained as a browser does: site, authorise page, callback', async () => {
    const site = (await server.call({ method: 'GET', url: '/api/auth/site' })).json()
    const redirectUri = `${server.origin}/auth/callback`
    const asked = new URLSearchParams({
      response_type: 'token',
      client_id: site.clientId,
      redirect_uri: site.redirectUri ?? redirectUri,
      scope: site.scope,
      state: 'a & b',
    })
    const sent = await fetch(`${site.authorizeUrl}?${asked}`, { redirect: 'manual' })
    const back = new URL(sent.headers.get('location') ?? '')
    expect(back.href.startsWith(`${redirectUri}#`)).toBe(true)
    const fragment = new URLSearchParams(back.hash.slice(1))
    expect(fragment.get('state')).toBe('a & b')
    const session = await server.signInWith(String(fragment.get('access_token')))
    expect((await currentUser(session)).username).toBe('browser_guest')
  })

  it('is stored encrypted', async () => {
    const token = twitch.issue('dora')
    await server.signInWith(token)
    const rows = await server.context.db.selectFrom('sessions').select('platform_token').execute()
    expect(rows.length).toBeGreaterThan(0)
    expect(rows.some((row) => row.platform_token.includes(token))).toBe(false)
  })
})
