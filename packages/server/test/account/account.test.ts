/** What people see of their own account, and the file with everything about them. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { gameUpload, raceFiles } from '../helpers/game-files.ts'
import { type Session, startTestServer, type TestServer } from '../helpers/test-server.ts'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer({ startsAt: new Date('2026-11-01T12:00:00Z') })
})
afterAll(() => server.stop())

const ask = (method: 'GET' | 'PUT' | 'DELETE', url: string, headers: Session) =>
  server.ask({ method, url, headers })

const isSignedIn = async (headers: Session) =>
  (await server.call({ method: 'GET', url: '/api/user', headers })).statusCode === 200

describe('sessions', () => {
  it('are listed, and each can be ended, or all others', async () => {
    const first = await server.signIn('ada')
    server.clock.advance({ hours: 1 })
    const second = await server.signIn('ada')
    server.clock.advance({ hours: 1 })
    const third = await server.signIn('ada')
    const { sessions } = await ask('GET', '/api/account', third)
    expect(sessions).toMatchObject([
      { isCurrent: true, signedInAt: '2026-11-01T14:00:00.000Z', address: '127.0.0.1' },
      { isCurrent: false, signedInAt: '2026-11-01T13:00:00.000Z' },
      { isCurrent: false, signedInAt: '2026-11-01T12:00:00.000Z' },
    ])
    await ask('DELETE', `/api/account/sessions/${sessions[1].id}`, third)
    expect([await isSignedIn(first), await isSignedIn(second)]).toEqual([true, false])
    await ask('DELETE', '/api/account/sessions', third)
    expect([await isSignedIn(first), await isSignedIn(third)]).toEqual([false, true])
  })

  it('of others cannot be ended', async () => {
    const ada = await server.signIn('ada')
    const eve = await server.signIn('eve')
    const { sessions } = await ask('GET', '/api/account', ada)
    const url = `/api/account/sessions/${sessions[0].id}`
    expect((await server.call({ method: 'DELETE', url, headers: eve })).statusCode).toBe(404)
    expect(await isSignedIn(ada)).toBe(true)
  })
})

describe('the file with everything about somebody', () => {
  it('has their results, and neither secrets nor hidden names of others', async () => {
    const streamer = await server.signIn('streamer')
    const hidden = await server.signIn('shy_racer')
    const files = raceFiles(['shy_racer', 'streamer'], server.clock.now())
    await server.ask(gameUpload(files, { headers: streamer }))
    await ask('PUT', '/api/account/hidden-name', hidden)
    const { body, headers } = await server.call({
      method: 'GET',
      url: '/api/account/data',
      headers: streamer,
    })
    expect(headers['content-disposition']).toBe('attachment; filename="rollcall-streamer.json"')
    const file = JSON.parse(body)
    expect(file.profile).toMatchObject([{ login: 'streamer' }])
    expect(file.results).toMatchObject([{ login: 'streamer', position: 2, mode: 'race' }])
    expect(file.totals).toMatchObject([{ season: 75, points: 1 }])
    expect(file.receipts).toMatchObject([{ kind: 'game', outcome: 'stored' }])
    expect(body).not.toMatch(/platform_token|key_hash|shy_racer/)
  })
})
