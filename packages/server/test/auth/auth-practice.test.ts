/** Practice sign-in: on this machine only, through the code of real sign-in, and void once Twitch is configured. */
import type { LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signPracticeToken } from '../../src/domain/people/sign-in/practice-platform.ts'
import { codeRequest, makeCompanionKey } from '../helpers/fake-companion.ts'
import { CLIENT_ID, FakeTwitch } from '../helpers/fake-twitch.ts'
import { makeSeason, seasonUpload } from '../helpers/season-files.ts'
import { storedRows } from '../helpers/stored-rows.ts'
import { type Session, startTestServer, type TestServer } from '../helpers/test-server.ts'

let server: TestServer
let host: string

beforeAll(async () => {
  server = await startTestServer({ env: { ADMIN_LOGINS: 'boss' } })
  host = new URL(server.origin).host
})
afterAll(() => server.stop())

const get = (url: string, headers: Record<string, string> = {}, from: TestServer = server) =>
  from.call({ method: 'GET', url, headers: { host, ...headers } })

const grantUrl = (asked: Record<string, string>) =>
  `/practice-platform/oauth2/grant?${new URLSearchParams({
    name: 'Newcomer',
    redirect_uri: `http://${host}/auth/callback`,
    state: 's',
    ...asked,
  })}`

const signIn = (token: string, headers: Record<string, string> = {}, at: TestServer = server) =>
  at.call({
    method: 'POST',
    url: '/api/auth/twitch',
    headers: { host, authorization: `Bearer ${token}`, ...headers },
  })

const tokenOf = (name: string) => signPracticeToken(server.context.keys.signing, name)

const fragmentOf = (response: LightMyRequestResponse) =>
  new URLSearchParams(new URL(String(response.headers.location)).hash.slice(1))

describe('practice sign-in on this machine', () => {
  it('follows the steps of real sign-in', async () => {
    const site = (await get('/api/auth/site')).json()
    expect(site).toMatchObject({
      platform: 'twitch',
      authorizeUrl: '/practice-platform/oauth2/authorize',
      clientId: 'practice',
      redirectUri: null,
      isPractice: true,
    })
    const callback = `http://${host}/auth/callback`
    const asked = new URLSearchParams({ redirect_uri: callback, state: '"><script>' })
    const page = await get(`${site.authorizeUrl}?${asked}`)
    expect(page.statusCode).toBe(200)
    expect(page.body).toContain('Practice sign-in.')
    expect(page.body).not.toContain('<script')
    const granted = await get(grantUrl({ state: 'a b&c' }))
    expect(granted.statusCode).toBe(303)
    expect(String(granted.headers.location).startsWith(`${callback}#`)).toBe(true)
    expect(fragmentOf(granted).get('state')).toBe('a b&c')
    const session = await signIn(String(fragmentOf(granted).get('access_token')))
    const authorization = `Bearer ${session.json().token}`
    expect((await get('/api/user', { authorization })).json()).toMatchObject({
      username: 'Newcomer',
      profile_image_url: '/practice-platform/pictures/newcomer.svg',
    })
    const ids = await server.context.db.selectFrom('users').select('platform_user_id').execute()
    expect(ids).toEqual([{ platform_user_id: 'practice:newcomer' }])
  })

  it.each(['localhost:3000', '127.0.0.1:1', '[::1]:3000', 'LOCALHOST'])('at %s', async (name) => {
    const redirect_uri = `http://${name.toLowerCase()}/auth/callback`
    expect((await get(grantUrl({ redirect_uri }), { host: name })).statusCode).toBe(303)
  })

  it.each([
    ['that is empty', ''],
    ['of spaces', '   '],
    ['with a space', 'two words'],
    ['with markup', '<b>'],
    ['with a colon', 'practice:x'],
    ['with a line break', 'a\nb'],
    ['with other letters', 'käse'],
    ['that is too long', 'a'.repeat(26)],
  ])('refuses a name %s', async (_, name) => {
    const response = await get(grantUrl({ name }))
    expect(response.statusCode).toBe(400)
    expect(response.json()).toMatchObject({ error: expect.stringContaining('letters') })
  })

  it.each([
    'https://evil.example/auth/callback',
    '//evil.example/auth/callback',
    'http://evil.example@localhost.evil.example/auth/callback',
    'http://localhost:1/auth/callback',
    '/auth/callback',
    'no address',
    '',
  ])('leads back to this server only, not to %s', async (redirect_uri) => {
    const granted = await get(grantUrl({ redirect_uri }))
    expect(granted.statusCode).toBe(400)
    expect(granted.headers.location).toBeUndefined()
    const authorize = `/practice-platform/oauth2/authorize?${new URLSearchParams({ redirect_uri })}`
    expect((await get(authorize)).statusCode).toBe(400)
  })

  it('leads back only to the callback over HTTP, not to other schemes, logins or paths', async () => {
    for (const redirect_uri of [
      `javascript://${host}/%0aalert(1)`,
      `http://someone:secret@${host}/auth/callback`,
      `http://${host}/k/auth/callback`,
    ]) {
      expect((await get(grantUrl({ redirect_uri }))).statusCode, redirect_uri).toBe(400)
    }
  })

  it('answers malformed requests with 400', async () => {
    expect((await get('/practice-platform/oauth2/authorize')).statusCode).toBe(400)
    expect((await get(`${grantUrl({})}&state=twice`)).statusCode).toBe(400)
    expect((await get(`${grantUrl({})}&name=twice`)).statusCode).toBe(400)
  })

  it.each([
    ['validate', 'Bearer'],
    ['users', 'OAuth'],
  ])('confirms only its own tokens: %s', async (call, wrongScheme) => {
    const url = `/practice-platform/${call === 'users' ? 'helix/users' : 'oauth2/validate'}`
    const scheme = call === 'users' ? 'Bearer' : 'OAuth'
    const good = await tokenOf('someone')
    const other = await signPracticeToken(new Uint8Array(32), 'someone')
    expect((await get(url, { authorization: `${scheme} ${good}` })).statusCode).toBe(200)
    for (const authorization of [`${scheme} ${other}`, `${wrongScheme} ${good}`, 'x', '']) {
      expect((await get(url, { authorization })).statusCode).toBe(401)
    }
  })
})

describe('practice sign-in from elsewhere', () => {
  const disguises: [string, Record<string, string>][] = [
    ['a foreign Host', { host: 'rebound.example' }],
    ['a Host that begins like this machine', { host: '127.0.0.1.evil.example' }],
    ['a Host of the private network', { host: '192.168.1.5:3000' }],
    ['X-Forwarded-For', { 'x-forwarded-for': '127.0.0.1' }],
    ['X-Forwarded-Host', { 'x-forwarded-host': 'localhost' }],
    ['X-Forwarded-Proto', { 'x-forwarded-proto': 'http' }],
    ['X-Real-IP', { 'x-real-ip': '127.0.0.1' }],
    ['Forwarded', { forwarded: 'for=127.0.0.1' }],
    ['Via', { via: '1.1 hop' }],
    ['CF-Connecting-IP', { 'cf-connecting-ip': '127.0.0.1' }],
    ['True-Client-IP', { 'true-client-ip': '127.0.0.1' }],
    ['Fly-Client-IP', { 'fly-client-ip': '127.0.0.1' }],
    ['Fastly-Client-IP', { 'fastly-client-ip': '127.0.0.1' }],
    ['X-Client-IP', { 'x-client-ip': '127.0.0.1' }],
    ['CDN-Loop', { 'cdn-loop': 'cloudflare' }],
  ]

  it.each(disguises)('does not exist: %s', async (_, headers) => {
    const { host: name = host } = headers
    const token = await tokenOf('someone')
    for (const [url, authorization] of [
      [grantUrl({ redirect_uri: `http://${name}/auth/callback` }), ''],
      [`/practice-platform/oauth2/authorize?redirect_uri=http://${host}/auth/callback`, ''],
      ['/practice-platform/oauth2/validate', `OAuth ${token}`],
      ['/practice-platform/helix/users', `Bearer ${token}`],
      ['/practice-platform/pictures/someone.svg', ''],
    ] as const) {
      expect((await get(url, { authorization, ...headers })).statusCode, url).toBe(404)
    }
  })

  it.each(disguises)('signs nobody in: %s', async (_, headers) => {
    const before = await storedRows(server.context.db)
    const response = await signIn(await tokenOf('stranger'), headers)
    expect(response.statusCode, response.body).toBe(404)
    expect(await storedRows(server.context.db)).toEqual(before)
  })

  it.each([
    ['192.168.1.5', 404],
    ['::ffff:192.168.1.5', 404],
    ['fe80::1', 404],
    ['127.0.0.9', 200],
    ['::1', 200],
    ['::ffff:127.0.0.1', 200],
  ])('answers the address %s with %i', async (remoteAddress, status) => {
    const response = await server.call({
      method: 'POST',
      url: '/api/auth/twitch',
      headers: { host, authorization: `Bearer ${await tokenOf('stranger')}` },
      remoteAddress,
    })
    expect(response.statusCode).toBe(status)
  })
})

describe('once there is a client id', () => {
  let twitch: FakeTwitch
  let real: TestServer
  let before: Session
  let key: string
  let ticket: string
  const companionKey = makeCompanionKey()

  const post = (url: string, headers: Record<string, string>, to = server) =>
    to.call({ method: 'POST', url, headers: { host, ...headers } })

  beforeAll(async () => {
    before = await server.signIn('boss')
    expect((await get('/api/user', before)).json()).toMatchObject({ isAdmin: true })
    key = (await post('/api/uploads/key', before)).json().key
    ticket = (await post('/api/uploads/ticket', before)).json().ticket
    const season = seasonUpload(makeSeason({ channel: 'boss', points: 7 }), { key })
    expect((await server.call(season)).statusCode).toBe(200)
    await connectCompanion()
    twitch = await FakeTwitch.start()
    real = await startTestServer({
      env: { ...twitch.env, ADMIN_LOGINS: 'boss', UPLOAD_PAIRING: 'key' },
      beside: server,
    })
  })
  afterAll(async () => {
    await real.stop()
    await twitch.stop()
  })

  /** From then on the channel's points come from its games. */
  async function connectCompanion(): Promise<void> {
    const asked = await server.call({
      method: 'POST',
      url: '/api/companion/codes',
      headers: { host },
      body: codeRequest(companionKey),
    })
    const confirmed = await server.call({
      method: 'POST',
      url: `/api/companion/codes/${asked.json().userCode}`,
      headers: { host, ...before },
      body: { answer: 'confirm' },
    })
    expect(confirmed.json()).toEqual({ state: 'confirmed' })
    server.clock.advance({ minutes: 1 })
    const kept = await server.call(
      seasonUpload(makeSeason({ channel: 'boss', points: 9 }), { key: companionKey }),
    )
    expect(kept.json()).toMatchObject({ stale: true })
  }

  it('there is no practice platform', async () => {
    for (const path of ['oauth2/authorize', 'oauth2/grant', 'oauth2/validate', 'helix/users']) {
      expect((await get(`/practice-platform/${path}`, {}, real)).statusCode, path).toBe(404)
    }
    expect((await get('/practice-platform/pictures/a.svg', {}, real)).statusCode).toBe(404)
    expect((await signIn(await tokenOf('boss'), {}, real)).statusCode).toBe(401)
  })

  it('practice sessions, keys and tickets are void, on every server of the database', async () => {
    expect((await get('/api/user', before, real)).statusCode).toBe(401)
    expect((await get('/api/user', before)).statusCode).toBe(401)
    const files = makeSeason({ channel: 'boss' })
    for (const proof of [{ key }, { key: companionKey }, { fields: { uploadKey: ticket } }]) {
      expect((await real.call(seasonUpload(files, proof))).statusCode).toBe(401)
    }
  })

  it('practice admins lose the role, and the login is free for its real owner', async () => {
    const { db } = real.context
    expect(await db.selectFrom('admin_bindings').selectAll().execute()).toEqual([])
    expect(await db.selectFrom('login_periods').selectAll().execute()).toEqual([])
    const session = await real.signInWith(twitch.issue('boss', { id: '42' }))
    const user = (await get('/api/user', session, real)).json()
    expect(user).toMatchObject({ username: 'boss', isAdmin: true })
    const owned = await db
      .selectFrom('channels')
      .select(['name', 'user_id'])
      .where('login', '=', 'boss')
      .execute()
    expect(owned).toEqual([{ name: 'boss', user_id: user.id }])
  })

  it('the channels get their points from snapshots again, as before a companion was tried', async () => {
    const { db } = real.context
    const channel = await db
      .selectFrom('channels')
      .innerJoin('channel_seasons as standing', 'standing.channel_id', 'channels.id')
      .select(['handed_over_at', 'standing.points'])
      .where('login', '=', 'boss')
      .execute()
    expect(channel).toEqual([{ handed_over_at: null, points: 9 }])
  })

  it('the site leads to Twitch, and back to the page in loopback mode', async () => {
    expect((await get('/api/auth/site', {}, real)).json()).toEqual({
      productName: 'Rollcall',
      productSlug: 'rollcall',
      platform: 'twitch',
      platformName: 'Twitch',
      authorizeUrl: `${twitch.url}/oauth2/authorize`,
      clientId: CLIENT_ID,
      scope: 'user:read:email',
      redirectUri: null,
      isPractice: false,
      projectBoardUrl: null,
    })
    const disguised = await get('/api/auth/site', { 'x-forwarded-for': '1.2.3.4' }, real)
    expect(disguised.json().redirectUri).toBe('http://localhost:0/auth/callback')
  })

  it('a site with a public address always leads back there', async () => {
    const PUBLIC_URL = 'https://rollcall.example/'
    const env = { ...twitch.env, PUBLIC_URL, PRODUCT_NAME: 'Marble Web' }
    const open = await startTestServer({ env, beside: server })
    for (const name of [host, 'rollcall.example']) {
      expect((await get('/api/auth/site', { host: name }, open)).json()).toMatchObject({
        productName: 'Marble Web',
        productSlug: 'marble-web',
        redirectUri: 'https://rollcall.example/auth/callback',
      })
    }
    await open.stop()
  })
})
