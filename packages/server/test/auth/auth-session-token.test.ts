/** What the server refuses as a session token, including tokens of its own for other purposes. */
import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import type { JWTPayload } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signPracticeToken } from '../../src/domain/people/sign-in/practice-platform.ts'
import { FakeTwitch } from '../helpers/fake-twitch.ts'
import { type Forger, type Forgery, openForger } from '../helpers/forged-tokens.ts'
import { makeSeason, seasonUpload } from '../helpers/season-files.ts'
import { startTestServer, type TestServer } from '../helpers/test-server.ts'

let twitch: FakeTwitch
let server: TestServer
/** A valid session token. */
let good: string

beforeAll(async () => {
  twitch = await FakeTwitch.start()
  server = await startTestServer({ env: twitch.env })
  const { authorization } = await server.signInWith(twitch.issue('victim'))
  good = authorization.replace('Bearer ', '')
})
afterAll(async () => {
  await server.stop()
  await twitch.stop()
})

const callWith = (token: string) =>
  server.call({ method: 'GET', url: '/api/user', headers: { authorization: `Bearer ${token}` } })

async function ticketOf(): Promise<string> {
  const response = await server.call({
    method: 'POST',
    url: '/api/uploads/ticket',
    headers: { authorization: `Bearer ${good}` },
  })
  return response.json().ticket
}

describe('not a session token:', () => {
  let forger: Forger
  beforeAll(() => {
    forger = openForger(good, server.context.keys.signing)
  })
  const forge = (change: Forgery) => forger.forge(change)
  const bytesOf = (text: string) => new Uint8Array(Buffer.from(text))

  it('the forger of these tests can make a valid token', async () => {
    expect((await callWith(await forge({}))).statusCode).toBe(200)
  })

  it.each<[string, () => string | Promise<string>]>([
    ['alg none, unsigned', () => forger.unsigned({ alg: 'none' })],
    ['alg None', () => forger.unsigned({ alg: 'None' })],
    ['alg none with the good signature', () => `${forger.unsigned({ alg: 'none' })}${signature()}`],
    ['no alg', () => `${forger.unsigned({})}${signature()}`],
    ['HS512', () => forge({ header: { alg: 'HS512' }, key: new Uint8Array(64) })],
    ['HS384 by the right key', () => forge({ header: { alg: 'HS384' }, key: longKey() })],
    ['RS256', () => forger.foreignRsa()],
    ['HS256 by a public key', () => forger.confused()],
    ['another secret', () => forge({ key: bytesOf('some other secret of thirty-two!') })],
    ['an empty secret', () => forge({ key: new Uint8Array(32) })],
    ['the key of the vault', () => forge({ key: server.context.keys.vault })],
    ['a key that the token brings', () => forge({ header: jwkHeader(), key: new Uint8Array(32) })],
    ['an audience of tickets', () => forge({ payload: { aud: 'rollcall-upload' } })],
    ['another audience', () => forge({ payload: { aud: 'elsewhere' } })],
    ['another issuer', () => forge({ payload: { iss: 'elsewhere' } })],
    ['no issuer', () => forge({ payload: { iss: undefined } as unknown as JWTPayload })],
    ['the type of tickets', () => forge({ header: { typ: 'rollcall-ticket+jwt' } })],
    ['a plain type', () => forge({ header: { typ: 'JWT' } })],
    ['an expiry in the past', () => forge({ payload: { exp: 1 } })],
    ['a start in the future', () => forge({ payload: { nbf: 99_999_999_999 } })],
    ['a session that never existed', () => forge({ payload: { sid: randomUUID() } })],
    ['no session', () => forge({ payload: { sid: undefined } })],
    ['a session that is not an id', () => forge({ payload: { sid: "' or 1=1" } })],
    ['an object for a session', () => forge({ payload: { sid: { toString: 'x' } } })],
    ['another user for the session', () => forge({ payload: { sub: '999999' } })],
    ['a practice token', () => signPracticeToken(server.context.keys.signing, 'victim')],
    ["the platform's token", () => twitch.issue('victim')],
    ['an upload ticket', () => ticketOf()],
  ])('%s', async (_, token) => {
    const response = await callWith(await token())
    expect(response.statusCode, response.body).toBe(401)
    expect(response.json()).toMatchObject({ code: 'session_ended' })
  })

  const signature = () => good.split('.')[2] ?? ''
  const longKey = () => {
    const { signing } = server.context.keys
    return new Uint8Array([...signing, ...new Uint8Array(64 - signing.length)])
  }
  const jwkHeader = () => ({
    jwk: { kty: 'oct', k: Buffer.alloc(32).toString('base64url') },
    jku: `${twitch.url}/keys`,
  })

  it('any token with one character changed', async () => {
    const change = fc.record({
      // The last character of the signature has bits that nobody reads.
      at: fc.nat({ max: good.length - 2 }),
      by: fc.constantFrom(...'aZ09-_.=~ '),
    })
    const changes = fc
      .sample(change, { numRuns: 150, seed: 7 })
      .filter(({ at, by }) => good[at] !== by)
    for (const { at, by } of changes) {
      const changed = good.slice(0, at) + by + good.slice(at + 1)
      expect((await callWith(changed)).statusCode, changed).toBe(401)
    }
  })

  it.each<[string, (token: string) => string]>([
    ['no token', () => 'Bearer'],
    ['no scheme', (token) => token],
    ['another scheme', (token) => `Basic ${token}`],
    ['two words', (token) => `Bearer ${token} b`],
    ['nothing', () => ''],
  ])('a header with %s, even if none is needed', async (_, authorizationOf) => {
    const headers = { authorization: authorizationOf(good) }
    for (const url of ['/api/user', '/api/leaderboard/seasons']) {
      expect((await server.call({ method: 'GET', url, headers })).statusCode, url).toBe(401)
    }
  })

  it('a different spelling of the scheme is accepted', async () => {
    const headers = { authorization: `bearer  ${good} ` }
    expect((await server.call({ method: 'GET', url: '/api/user', headers })).statusCode).toBe(200)
  })

  it('a session as an upload ticket', async () => {
    const fields = { uploadKey: good }
    const upload = seasonUpload(makeSeason({ channel: 'victim' }), { fields })
    expect((await server.call(upload)).statusCode).toBe(401)
  })
})
