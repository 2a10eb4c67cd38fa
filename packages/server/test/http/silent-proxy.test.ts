/**
 * Behind a proxy that adds no headers, as nginx with only `proxy_pass` (HTTP/1.0, its own address as Host, no
 * forwarding headers), nobody is taken for the owner of this machine.
 */
import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signPracticeToken } from '../../src/domain/people/sign-in/practice-platform.ts'
import { FakeTwitch } from '../helpers/fake-twitch.ts'
import { rawRequest } from '../helpers/raw-requests.ts'
import { makeSeason, seasonUpload } from '../helpers/season-files.ts'
import { storedRows } from '../helpers/stored-rows.ts'
import { startTestServer, type TestServer } from '../helpers/test-server.ts'

type Version = '1.0' | '1.1'

/** Sends the request as the proxy passes it on. */
function throughProxy(
  { origin }: TestServer,
  { method = 'GET', url, headers = {}, payload }: InjectOptions,
  { version = '1.0', host }: { version?: Version; host?: string } = {},
) {
  return rawRequest(origin, String(url), {
    method,
    version,
    ...(host !== undefined && { host }),
    headers: Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ...(payload instanceof Buffer && { body: payload }),
  })
}

describe('practice sign-in', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer({ env: { ADMIN_LOGINS: 'boss' } })
  })
  afterAll(() => server.stop())

  const signIn = async (version: Version) => {
    const token = await signPracticeToken(server.context.keys.signing, 'boss')
    return throughProxy(
      server,
      { method: 'POST', url: '/api/auth/twitch', headers: { authorization: `Bearer ${token}` } },
      { version },
    )
  }
  const grant = (version: Version) => {
    const asked = { name: 'boss', redirect_uri: `${server.origin}/auth/callback`, state: 's' }
    const url = `/practice-platform/oauth2/grant?${new URLSearchParams(asked)}`
    return throughProxy(server, { url }, { version })
  }

  it('signs nobody in, and says what to configure', async () => {
    const before = await storedRows(server.context.db)
    for (const answer of [await grant('1.0'), await signIn('1.0')]) {
      expect(answer.status).toBe(404)
      expect(answer.headers.location).toBeUndefined()
      const { error } = JSON.parse(answer.body)
      expect(error).toMatch(/TWITCH_CLIENT_ID, SEASON, PUBLIC_URL and TRUST_PROXY/)
    }
    expect(await storedRows(server.context.db)).toEqual(before)
  })

  it('works for a browser on this machine', async () => {
    expect((await grant('1.1')).status).toBe(303)
    expect((await signIn('1.1')).status).toBe(200)
  })

  it("pairs no upload with somebody's session, and says what to configure", async () => {
    await server.signIn('streamer')
    const upload = seasonUpload(makeSeason({ channel: 'streamer' }))
    const before = await storedRows(server.context.db)
    const answer = await throughProxy(server, upload)
    expect(answer.status).toBe(401)
    expect(JSON.parse(answer.body)).toMatchObject({
      code: 'not_authorised',
      error: expect.stringMatching(/PUBLIC_URL and TRUST_PROXY/),
    })
    expect(await storedRows(server.context.db)).toEqual(before)
    expect((await throughProxy(server, upload, { version: '1.1' })).status).toBe(200)
  })
})

describe('a public server that pairs by address', () => {
  let twitch: FakeTwitch
  let server: TestServer
  const host = 'rollcall.example'
  beforeAll(async () => {
    twitch = await FakeTwitch.start()
    server = await startTestServer({
      env: { ...twitch.env, PUBLIC_URL: `https://${host}`, UPLOAD_PAIRING: 'address' },
    })
    await server.signInWith(twitch.issue('streamer'))
  })
  afterAll(async () => {
    await server.stop()
    await twitch.stop()
  })

  it.each(['1.0', '1.1'] as const)(
    'pairs nobody if all calls come from the proxy itself, HTTP/%s',
    async (version) => {
      const upload = seasonUpload(makeSeason({ channel: 'streamer' }))
      const answer = await throughProxy(server, upload, { version, host })
      expect(answer.status).toBe(401)
      expect(JSON.parse(answer.body).error).toMatch(/PUBLIC_URL and TRUST_PROXY/)
    },
  )
})
