/** Connecting a companion with a code: what each side sees, and every way in which it must not work. */
import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { codeRequest, makeCompanionKey } from '../helpers/fake-companion.ts'
import { makeSeason, seasonUpload } from '../helpers/season-files.ts'
import { everyRow } from '../helpers/stored-rows.ts'
import { type Session, startTestServer, type TestServer } from '../helpers/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ env: { UPLOAD_PAIRING: 'key' } })
})
afterAll(() => server.stop())

const post = (url: string, body: object, headers: object = {}, remoteAddress = '127.0.0.1') =>
  server.call({ method: 'POST', url, body, headers, remoteAddress } as InjectOptions)

async function request(key = makeCompanionKey()) {
  const response = await post('/api/companion/codes', codeRequest(key))
  expect(response.statusCode, response.body).toBe(200)
  return { key, ...(response.json() as { userCode: string; deviceCode: string }) }
}
const stateOf = async ({ deviceCode }: { deviceCode: string }) =>
  (await post('/api/companion/codes/state', { deviceCode })).json()
const look = (code: string, headers: object, remoteAddress = '127.0.0.1') =>
  server.call({
    method: 'GET',
    url: `/api/companion/codes/${code}`,
    headers: { ...headers },
    remoteAddress,
  })
const answer = (code: string, headers: object, said: 'confirm' | 'deny' = 'confirm') =>
  post(`/api/companion/codes/${code}`, { answer: said }, headers)
const upload = (channel: string, key: string, points = 100) =>
  server.call(seasonUpload(makeSeason({ channel, points }), { key }))

describe('a code', () => {
  let streamer: Session
  beforeAll(async () => {
    streamer = await server.signIn('Streamer')
  })

  it('once confirmed makes the key an upload key of that streamer, in the address and as a field', async () => {
    const asked = await post('/api/companion/codes', codeRequest(makeCompanionKey()))
    expect(asked.json()).toEqual({
      userCode: expect.stringMatching(/^[B-DF-HJ-NP-TV-XZ]{8}$/),
      deviceCode: expect.stringMatching(/^[\w-]{27}$/),
      connectUrl: expect.stringMatching(/\/connect\?code=[A-Z]{4}-[A-Z]{4}$/),
      expiresAt: new Date(server.clock.now().getTime() + 600_000).toISOString(),
      pollSeconds: 3,
    })
    const code = await request()
    expect(await stateOf(code)).toEqual({ state: 'pending' })
    expect((await upload('streamer', code.key)).statusCode).toBe(401)

    const shown = await look(code.userCode, streamer)
    expect(shown.json()).toEqual({
      ...{ userCode: code.userCode, computerName: 'STUDIO-PC', version: '1.0.0' },
      ...{ address: '127.0.0.1', isSameAddress: true, state: 'pending' },
      expiresAt: expect.any(String),
    })
    expect((await look(code.userCode, streamer, '198.51.100.1')).json().isSameAddress).toBe(false)
    expect((await answer(code.userCode, streamer)).json()).toEqual({ state: 'confirmed' })
    expect(await stateOf(code)).toEqual({
      ...{ state: 'confirmed', username: 'Streamer', channel: 'Streamer' },
    })
    expect((await upload('streamer', code.key)).json()).toMatchObject({ channel: 'Streamer' })
    const inAddress = seasonUpload(makeSeason({ channel: 'streamer', points: 7 }))
    const url = `/k/${code.key}${inAddress.url}`
    expect((await server.call({ ...inAddress, url })).statusCode).toBe(200)
    expect((await upload('somebody_else', code.key)).statusCode).toBe(403)
  })

  it('once confirmed hands the channel over to its games', async () => {
    const headers = await server.signIn('successor')
    const files = (points: number) => makeSeason({ channel: 'successor', points })
    await server.call(seasonUpload(files(100), { headers }))
    const { key, userCode } = await request()
    await answer(userCode, headers)
    server.clock.advance({ minutes: 1 })
    const late = (await server.call(seasonUpload(files(200), { key }))).json()
    const codes = late.warnings.map(({ code }: { code: string }) => code)
    expect(codes).toContain('handed_over')
  })

  it('is accepted as people type it', async () => {
    const { userCode } = await request()
    const typed = `${userCode.slice(0, 4).toLowerCase()}%20-${userCode.slice(4)}`
    expect((await look(typed, streamer)).json()).toMatchObject({ userCode })
  })

  it('gets the same answer again in case the first one was lost', async () => {
    const code = await request()
    for (const _ of [1, 2]) {
      expect((await answer(code.userCode, streamer)).json()).toEqual({ state: 'confirmed' })
      expect(await stateOf(code)).toMatchObject({ state: 'confirmed' })
    }
    server.clock.advance({ minutes: 11 })
    expect(await stateOf(code)).toMatchObject({ state: 'confirmed' })
    expect((await answer(code.userCode, streamer)).json()).toEqual({ state: 'confirmed' })
    expect((await answer(code.userCode, streamer, 'deny')).statusCode).toBe(409)
  })

  it('is replaced by the next one for the same key', async () => {
    const lost = await request()
    const code = await request(lost.key)
    expect(await stateOf(lost)).toEqual({ state: 'expired' })
    expect((await answer(lost.userCode, streamer)).statusCode).toBe(404)
    expect((await answer(code.userCode, streamer)).statusCode).toBe(200)
    const again = await post('/api/companion/codes', codeRequest(code.key))
    expect(again.statusCode).toBe(409)
    expect(await stateOf(code)).toMatchObject({ state: 'confirmed' })
  })

  it('once denied gives no access', async () => {
    const code = await request()
    expect((await answer(code.userCode, streamer, 'deny')).json()).toEqual({ state: 'denied' })
    expect(await stateOf(code)).toEqual({ state: 'denied' })
    expect((await answer(code.userCode, streamer)).statusCode).toBe(409)
    expect((await upload('streamer', code.key)).statusCode).toBe(401)
  })

  it('is stored without key or device code, and neither is logged', async () => {
    const code = await request()
    await answer(code.userCode, streamer)
    await upload('streamer', code.key)
    const everything = JSON.stringify([await everyRow(server.context.db), server.logged])
    expect(everything).not.toContain(code.key)
    expect(everything).not.toContain(code.deviceCode)
  })
})

describe('the server refuses', () => {
  let streamer: Session
  let other: Session
  beforeAll(async () => {
    streamer = await server.signIn('streamer')
    other = await server.signIn('other')
  })

  it.each([
    ['that never existed', async () => 'BBBBBBBB'],
    ['that has expired', async () => expired((await request()).userCode)],
    ['that somebody else has confirmed', async () => used('confirm')],
    ['that somebody else has denied', async () => used('deny')],
  ])('a code %s, in the same words', async (_, codeOf) => {
    const code = await codeOf()
    for (const response of [await look(code, streamer), await answer(code, streamer)]) {
      expect(response.statusCode).toBe(404)
      expect(response.json().error).toMatch(/^No computer is waiting with this code\./)
      expect(response.body).not.toContain('STUDIO-PC')
    }
  })

  function expired(code: string): string {
    server.clock.advance({ minutes: 10 })
    return code
  }
  async function used(said: 'confirm' | 'deny'): Promise<string> {
    const { userCode } = await request()
    await answer(userCode, other, said)
    return userCode
  }

  it('a confirmation from another site: cookies are never read', async () => {
    const code = await request()
    const token = streamer.authorization.replace('Bearer ', '')
    const crossSite = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
    for (const headers of [
      { ...crossSite, cookie: `jwtToken=${token}` },
      { ...crossSite, 'content-type': 'text/plain', cookie: `session=${token}` },
      {},
    ]) {
      const url = `/api/companion/codes/${code.userCode}`
      const options = { method: 'POST', url, headers, payload: '{"answer":"confirm"}' } as const
      const json = { 'content-type': 'application/json', ...headers }
      const { statusCode } = await server.call({ ...options, headers: json })
      expect([401, 415]).toContain(statusCode)
    }
    expect(await stateOf(code)).toEqual({ state: 'pending' })
    const preflight = await server.call({
      method: 'OPTIONS',
      url: `/api/companion/codes/${code.userCode}`,
      headers: { origin: 'https://evil.example', 'access-control-request-method': 'POST' },
    })
    expect(preflight.headers).not.toHaveProperty('access-control-allow-origin')
  })

  it("the key's hash in place of the key", async () => {
    const code = await request()
    await answer(code.userCode, streamer)
    const { keyHash } = codeRequest(code.key)
    expect((await upload('streamer', keyHash)).statusCode).toBe(401)
  })

  it('the eleventh guess, right or wrong, from any session and any address', async () => {
    const limited = await startTestServer({
      env: { RATE_LIMIT_CODE_GUESSES: '10' },
      beside: server,
    })
    const guess = (code: string, headers: Session, call: number) =>
      limited.call({
        method: 'GET',
        url: `/api/companion/codes/${code}`,
        headers,
        remoteAddress: `203.0.113.${call}`,
      })
    const { userCode } = await request()
    const sessions = [await limited.signIn('guesser'), await limited.signIn('guesser')] as const
    for (let call = 0; call < 10; call += 1) {
      expect((await guess('BBBBBBBB', sessions[call % 2 ? 1 : 0], call)).statusCode).toBe(404)
    }
    expect((await guess(userCode, sessions[0], 11)).statusCode).toBe(429)
    await limited.stop()
  })

  it('an address that asks for too many codes', async () => {
    const limited = await startTestServer({ env: { RATE_LIMIT_CODES: '3' }, beside: server })
    const statuses: number[] = []
    for (const _ of [1, 2, 3, 4]) {
      const body = codeRequest(makeCompanionKey())
      const response = await limited.call({ method: 'POST', url: '/api/companion/codes', body })
      statuses.push(response.statusCode)
    }
    expect(statuses).toEqual([200, 200, 200, 429])
    await limited.stop()
  })

  it('the twenty-first computer', async () => {
    const collector = await server.signIn('collector')
    const statuses: number[] = []
    for (let computer = 0; computer < 21; computer += 1) {
      const { userCode } = await request()
      statuses.push((await answer(userCode, collector)).statusCode)
    }
    expect(statuses).toEqual([...Array.from({ length: 20 }, () => 200), 409])
  })
})
