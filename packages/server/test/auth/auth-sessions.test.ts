/** How long a session lasts, and what ends it. */
import { randomUUID } from 'node:crypto'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Answer, FakeTwitch, json, silent, validationOf } from '../helpers/fake-twitch.ts'
import { makeSeason, seasonUpload } from '../helpers/season-files.ts'
import { type Session, startTestServer, type TestServer } from '../helpers/test-server.ts'

let twitch: FakeTwitch
let server: TestServer
/** Waits for the platform no longer than in the product. */
let hasty: TestServer

beforeAll(async () => {
  twitch = await FakeTwitch.start()
  server = await startTestServer({ env: twitch.env })
  hasty = await startTestServer({ env: twitch.env, beside: server, validationWaitMs: 1_000 })
})
afterAll(async () => {
  await hasty.stop()
  await server.stop()
  await twitch.stop()
})

const callWith = (headers: Session, asked = server) =>
  asked.call({ method: 'GET', url: '/api/user', headers })
const statusWith = async (headers: Session, asked = server) =>
  (await callWith(headers, asked)).statusCode
const logout = (headers: Session) =>
  server.call({ method: 'POST', url: '/api/auth/logout', headers })

/** Signs in: returns the session, its platform token and its id. */
async function signIn(login = `user_${randomUUID()}`) {
  const token = twitch.issue(login)
  const session = await server.signInWith(token)
  const { sid } = decodeJwt(session.authorization.replace('Bearer ', ''))
  return { login, token, session, sid: String(sid) }
}

const rowOf = (sid: string) =>
  server.context.db
    .selectFrom('sessions')
    .selectAll()
    .where('id', '=', sid)
    .executeTakeFirstOrThrow()

async function ticketOf(headers: Session): Promise<string> {
  const response = await server.call({ method: 'POST', url: '/api/uploads/ticket', headers })
  return response.json().ticket
}

describe('a session', () => {
  it('ends with logout, and no other session does', async () => {
    const { login, session, sid } = await signIn()
    const other = await server.signInWith(twitch.issue(login))
    const response = await logout(session)
    expect(response.json()).toEqual({ status: 'success' })
    expect(await statusWith(session)).toBe(401)
    expect((await logout(session)).statusCode).toBe(401)
    expect((await rowOf(sid)).revoked_at).toEqual(server.clock.now())
    expect(await statusWith(other)).toBe(200)
  })

  it('ends for the calls after a logout, even if many are in flight', async () => {
    const { session } = await signIn()
    const calls = Array.from({ length: 20 }, () => statusWith(session))
    await Promise.all([...calls, logout(session)])
    const after = await Promise.all(Array.from({ length: 20 }, () => statusWith(session)))
    expect(new Set(after)).toEqual(new Set([401]))
  })

  it('lasts 30 days from its last use', async () => {
    const { session } = await signIn()
    server.clock.advance({ days: 29 })
    expect(await statusWith(session)).toBe(200)
    server.clock.advance({ days: 29 })
    expect(await statusWith(session)).toBe(200)
    server.clock.advance({ days: 30, minutes: 1 })
    const asked = twitch.count('validate')
    expect(await statusWith(session)).toBe(401)
    expect(twitch.count('validate')).toBe(asked)
  })

  it('stores its last use once a minute, not with every call', async () => {
    const { session, sid } = await signIn()
    const { last_seen_at } = await rowOf(sid)
    server.clock.advance({ minutes: 0.5 })
    await statusWith(session)
    expect((await rowOf(sid)).last_seen_at).toEqual(last_seen_at)
    server.clock.advance({ minutes: 0.5 })
    await statusWith(session)
    expect((await rowOf(sid)).last_seen_at).toEqual(server.clock.now())
  })
})

describe('the hourly validation', () => {
  it('starts after an hour, then happens once an hour', async () => {
    const { session, token, sid } = await signIn()
    expect(twitch.count('validate', token)).toBe(1)
    server.clock.advance({ minutes: 60 })
    expect(await statusWith(session)).toBe(200)
    expect(twitch.count('validate', token)).toBe(1)
    server.clock.advance({ minutes: 1 })
    expect(await statusWith(session)).toBe(200)
    expect(await statusWith(session)).toBe(200)
    expect(twitch.count('validate', token)).toBe(2)
    expect((await rowOf(sid)).validated_at).toEqual(server.clock.now())
    server.clock.advance({ minutes: 61 })
    expect(await statusWith(session)).toBe(200)
    expect(twitch.count('validate', token)).toBe(3)
    expect(twitch.count('users', token)).toBe(1)
  })

  const stranger = validationOf({ id: 'somebody else', login: 'x' })
  it.each<[string, (id: string) => Answer]>([
    ['the platform answers 401', () => json({ status: 401 }, 401)],
    ['the token is of another user now', () => json(stranger)],
    ['it is of another client id', (id) => json({ ...mine(id), client_id: 'another' })],
    ['it has lost the scope', (id) => json({ ...mine(id), scopes: [] })],
    ['it has expired', (id) => json({ ...mine(id), expires_in: 0 })],
  ])('ends the session with that very call: %s', async (_, answer) => {
    const { login, session, token, sid } = await signIn()
    const ticket = await ticketOf(session)
    twitch.script(token, { validate: answer(`id of ${login}`) })
    server.clock.advance({ minutes: 61 })
    expect(await statusWith(session)).toBe(401)
    expect((await rowOf(sid)).revoked_at).toEqual(server.clock.now())
    // For good, even if the platform confirms the token later.
    twitch.script(token, {})
    expect(await statusWith(session)).toBe(401)
    const upload = seasonUpload(makeSeason({ channel: login }), { fields: { uploadKey: ticket } })
    expect((await server.call(upload)).statusCode).toBe(401)
    expect(twitch.count('validate', token)).toBe(2)
  })
  const mine = (id: string) => validationOf({ id, login: 'x' })

  it('is shared by calls at the same moment', async () => {
    const { session, token } = await signIn()
    twitch.script(token, {
      validate: (response) => setTimeout(() => json({}, 401)(response), 150),
    })
    server.clock.advance({ minutes: 61 })
    const statuses = await Promise.all(Array.from({ length: 10 }, () => statusWith(session)))
    expect(new Set(statuses)).toEqual(new Set([401]))
    expect(twitch.count('validate', token)).toBe(2)
  })

  it('tolerates a failing platform for 24 hours, asking once a minute at most', async () => {
    const { session, token } = await signIn()
    twitch.script(token, { validate: json({}, 503) })
    server.clock.advance({ minutes: 61 })
    expect(await statusWith(session)).toBe(200)
    expect(await statusWith(session)).toBe(200)
    expect(twitch.count('validate', token)).toBe(2)
    server.clock.advance({ minutes: 1.1 })
    expect(await statusWith(session)).toBe(200)
    expect(twitch.count('validate', token)).toBe(3)
    server.clock.advance({ hours: 22, minutes: 57 })
    expect(await statusWith(session)).toBe(200)
    server.clock.advance({ minutes: 2 })
    expect(await statusWith(session)).toBe(401)
  })

  it('restarts the 24 hours with every good answer', async () => {
    const { session, token } = await signIn()
    twitch.script(token, { validate: json({}, 503) })
    server.clock.advance({ hours: 20 })
    expect(await statusWith(session)).toBe(200)
    twitch.script(token, {})
    server.clock.advance({ minutes: 2 })
    expect(await statusWith(session)).toBe(200)
    twitch.script(token, { validate: json({}, 503) })
    server.clock.advance({ hours: 20 })
    expect(await statusWith(session)).toBe(200)
  })

  it('has a time limit, and a late answer still counts', async () => {
    const { session, token, sid } = await signIn()
    let answer = () => {}
    twitch.script(token, {
      validate: (response) => {
        answer = () => json({}, 401)(response)
      },
    })
    server.clock.advance({ minutes: 61 })
    expect(await statusWith(session, hasty)).toBe(200)
    answer()
    await expect.poll(async () => (await rowOf(sid)).revoked_at).not.toBeNull()
    expect(await statusWith(session)).toBe(401)
  })

  it('ends the session after 24 hours with a silent platform', async () => {
    const { session, token } = await signIn()
    twitch.script(token, { validate: silent })
    server.clock.advance({ hours: 24, minutes: 1 })
    expect(await statusWith(session, hasty)).toBe(401)
  })
})
