/** Who may upload for a channel, and who is refused regardless of what they claim. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { makeSeason, seasonUpload } from '../helpers/season-files.ts'
import { storedRows } from '../helpers/stored-rows.ts'
import { type Session, startTestServer, type TestServer } from '../helpers/test-server.ts'

const started: TestServer[] = []

async function start(env: Record<string, string> = {}): Promise<TestServer> {
  const server = await startTestServer({ env })
  started.push(server)
  return server
}

afterEach(async () => {
  await Promise.all(started.splice(0).map((server) => server.stop()))
})

const anySeason = (channel: string, points = 100) => makeSeason({ channel, points })

async function expectRefused(
  server: TestServer,
  options: ReturnType<typeof seasonUpload>,
  status: number,
  code = 'not_authorised',
) {
  const before = await storedRows(server.context.db)
  const response = await server.call(options)
  expect(response.statusCode, response.body).toBe(status)
  expect(response.json()).toMatchObject({ code, error: expect.any(String) })
  expect(await storedRows(server.context.db)).toEqual(before)
  return response.json().error as string
}

async function makeKey(server: TestServer, session: Session): Promise<string> {
  const response = await server.call({
    method: 'POST',
    url: '/api/uploads/key',
    headers: session,
  })
  return response.json().key
}

describe('an upload without a key', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer()
    await server.signIn('Streamer')
  })
  afterAll(() => server.stop())

  it('is accepted if the streamer of its channel is signed in at the same address', async () => {
    const response = await server.call(seasonUpload(anySeason('STREAMER')))
    expect(response.statusCode, response.body).toBe(200)
    expect(response.json().channel).toBe('Streamer')
  })

  it('is refused without a live session, in the same words for known and unknown channels', async () => {
    const session = await server.signIn('gone')
    await server.call({ method: 'POST', url: '/api/auth/logout', headers: session })
    const known = await expectRefused(server, seasonUpload(anySeason('gone')), 401)
    const unknown = await expectRefused(server, seasonUpload(anySeason('nobody')), 401)
    expect(known).toBe(unknown)
    expect(known).toMatch(/Sign in at/)
  })

  it('is refused if the session was last seen more than 12 hours ago', async () => {
    const slow = await start()
    await slow.signIn('sleeper')
    slow.clock.advance({ hours: 13 })
    await expectRefused(slow, seasonUpload(anySeason('sleeper')), 401)
  })

  it('is refused from another address', async () => {
    const from = { ...seasonUpload(anySeason('streamer')), remoteAddress: '10.1.2.3' }
    await expectRefused(server, from, 401)
  })

  it.each([
    ['from a page of another site', { origin: 'https://evil.example' }],
    ['from a page of its own origin', { origin: 'http://localhost' }],
    ['across sites', { 'sec-fetch-site': 'cross-site' }],
    ['from a sibling site', { 'sec-fetch-site': 'same-site' }],
    ['through a proxy', { 'x-forwarded-for': '127.0.0.1' }],
    ['through a proxy that forwards the host', { 'x-forwarded-host': 'localhost' }],
    ['through a standard proxy', { forwarded: 'for=127.0.0.1' }],
    ['via another hop', { via: '1.1 hop' }],
    ['through Cloudflare', { 'cf-connecting-ip': '127.0.0.1' }],
    ['under a foreign Host', { host: 'rebound.example' }],
    ['under a Host that only looks like this machine', { host: '127.0.0.1.evil.example' }],
  ])('is refused %s', async (_, headers) => {
    await expectRefused(server, seasonUpload(anySeason('streamer'), { headers }), 401)
  })

  it('with no channel in its file belongs to the one streamer signed in there', async () => {
    const quiet = await start()
    await quiet.signIn('Lonely')
    const response = await quiet.call(seasonUpload(anySeason('')))
    expect(response.json()).toMatchObject({ channel: 'Lonely' })
    await quiet.signIn('second')
    await expectRefused(quiet, seasonUpload(anySeason('')), 422, 'channel_missing')
  })
})

describe('UPLOAD_PAIRING', () => {
  it('key: never pairs', async () => {
    const server = await start({ UPLOAD_PAIRING: 'key' })
    const session = await server.signIn('streamer')
    await expectRefused(server, seasonUpload(anySeason('streamer')), 401)
    const key = await makeKey(server, session)
    expect((await server.call(seasonUpload(anySeason('streamer'), { key }))).statusCode).toBe(200)
  })

  it("address: pairs public addresses too, but only under the server's own name", async () => {
    const server = await start({ UPLOAD_PAIRING: 'address', PUBLIC_URL: 'http://127.0.0.9:1' })
    const session = await server.signIn('streamer')
    const remoteAddress = '203.0.113.7'
    await server.call({ method: 'GET', url: '/api/user', headers: session, remoteAddress })
    const from = (headers: Record<string, string>) => ({
      ...seasonUpload(anySeason('streamer'), { headers }),
      remoteAddress,
    })
    const host = '127.0.0.9:1'
    expect((await server.call(from({ host }))).statusCode).toBe(200)
    await expectRefused(server, from({ host: 'elsewhere.example' }), 401)
    await expectRefused(server, from({ host, 'x-forwarded-for': '10.0.0.1' }), 401)
    await expectRefused(server, from({ host, origin: 'https://evil.example' }), 401)
    const stranger = { ...from({ host }), remoteAddress: '203.0.113.8' }
    await expectRefused(server, stranger, 401)
  })
})

describe('an upload key', () => {
  let server: TestServer
  let key: string
  let session: Session
  beforeAll(async () => {
    server = await startTestServer({ env: { UPLOAD_PAIRING: 'key', ADMIN_LOGINS: 'boss' } })
    session = await server.signIn('Streamer')
    await server.signIn('other')
    key = await makeKey(server, session)
  })
  afterAll(() => server.stop())

  it('in the address is accepted for its channel', async () => {
    const response = await server.call(seasonUpload(anySeason('streamer', 7), { key }))
    expect(response.json()).toMatchObject({ channel: 'Streamer', duplicate: false })
  })

  it('in the form is accepted too', async () => {
    const options = seasonUpload(anySeason('streamer', 8), { fields: { uploadKey: key } })
    expect((await server.call(options)).statusCode).toBe(200)
  })

  it('is accepted from any address and through any proxy', async () => {
    const headers = { origin: 'https://a.example', 'x-forwarded-for': '1.2.3.4', host: 'x.example' }
    const options = {
      ...seasonUpload(anySeason('streamer', 9), { key, headers }),
      remoteAddress: '203.0.113.7',
    }
    expect((await server.call(options)).statusCode).toBe(200)
  })

  it('fills in the channel if the file has none', async () => {
    const response = await server.call(seasonUpload(anySeason('', 10), { key }))
    expect(response.json()).toMatchObject({ channel: 'Streamer' })
  })

  it('is refused for any other channel, known or not', async () => {
    await expectRefused(server, seasonUpload(anySeason('other'), { key }), 403)
    await expectRefused(server, seasonUpload(anySeason('nobody_yet'), { key }), 403)
  })

  it("is refused for other channels even if it is an admin's", async () => {
    const adminKey = await makeKey(server, await server.signIn('boss'))
    await expectRefused(server, seasonUpload(anySeason('other'), { key: adminKey }), 403)
  })

  it.each(['rck_aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa', 'x', '%20', 'rck_'.padEnd(10_000, 'a')])(
    'that was never issued is refused: %.40s',
    async (madeUp) => {
      await expectRefused(server, seasonUpload(anySeason('streamer'), { key: madeUp }), 401)
    },
  )

  it('with one letter changed is refused', async () => {
    const last = key.endsWith('a') ? 'b' : 'a'
    const nearly = key.slice(0, -1) + last
    await expectRefused(server, seasonUpload(anySeason('streamer'), { key: nearly }), 401)
  })

  it("serves only the companion's calls under its address", async () => {
    const settings = await server.call({
      method: 'GET',
      url: `/k/${key}/api/app/settings/?channel=streamer`,
    })
    expect(settings.json()).toMatchObject({ exists: true, season: '75' })
    const user = await server.call({ method: 'GET', url: `/k/${key}/api/user` })
    expect(user.statusCode).toBe(404)
  })

  it('leads to the site and its download page, without the key', async () => {
    for (const slash of ['', '/']) {
      for (const page of ['', '/download']) {
        const { statusCode, headers } = await server.call({
          method: 'GET',
          url: `/k/${key}${page}${slash}`,
        })
        expect([statusCode, headers.location]).toEqual([302, page || '/'])
      }
    }
  })

  it("serves the site's picture and installers under its address", async () => {
    const url = `/k/${key}/assets/images/mystats_logo.png`
    const logo = await server.call({ method: 'GET', url })
    expect([logo.statusCode, logo.headers['content-type']]).toEqual([200, 'image/png'])
    expect(logo.rawPayload.subarray(1, 4).toString()).toBe('PNG')
    const installer = `/k/${key}/download/Companion-1.0.exe`
    expect((await server.call({ method: 'GET', url: installer })).json().error).toBe(
      'There is no such file.',
    )
  })

  it('is shown in full once, then as a prefix with its last use', async () => {
    const shown = await server.call({ method: 'GET', url: '/api/uploads/key', headers: session })
    expect(shown.json().uploadKey).toEqual({
      prefix: key.slice(0, 10),
      createdAt: expect.any(String),
      lastUsedAt: expect.any(String),
    })
    expect(shown.body).not.toContain(key)
  })

  it('appears in no log, and is stored only as a hash', async () => {
    await server.call({ method: 'GET', url: `/k/${key}/nothing/here` })
    expect(server.logged.join('\n')).not.toContain(key)
    const stored = await server.context.db.selectFrom('upload_keys').selectAll().execute()
    expect(JSON.stringify(stored)).not.toContain(key)
  })

  it('that was replaced is refused, and the new one is accepted', async () => {
    const renewed = await makeKey(server, session)
    await expectRefused(server, seasonUpload(anySeason('streamer'), { key }), 401)
    const response = await server.call(seasonUpload(anySeason('streamer', 11), { key: renewed }))
    expect(response.statusCode).toBe(200)
  })
})

describe('a session or a ticket', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer({ env: { UPLOAD_PAIRING: 'key', ADMIN_LOGINS: 'boss' } })
  })
  afterAll(() => server.stop())

  const ticketOf = async (session: Session): Promise<string> => {
    const response = await server.call({
      method: 'POST',
      url: '/api/uploads/ticket',
      headers: session,
    })
    return response.json().ticket
  }

  it("is accepted for the streamer's own channel and no other", async () => {
    const session = await server.signIn('streamer')
    const own = seasonUpload(anySeason('streamer'), { headers: session })
    expect((await server.call(own)).statusCode).toBe(200)
    await expectRefused(server, seasonUpload(anySeason('else'), { headers: session }), 403)
    const fields = { uploadKey: await ticketOf(session) }
    expect((await server.call(seasonUpload(anySeason('streamer'), { fields }))).statusCode).toBe(
      200,
    )
    await expectRefused(server, seasonUpload(anySeason('else'), { fields }), 403)
  })

  it('of an admin is accepted for any channel, which then waits for its streamer', async () => {
    const boss = await server.signIn('boss')
    const fields = { uploadKey: await ticketOf(boss) }
    const response = await server.call(seasonUpload(anySeason('Absent_One'), { fields }))
    expect(response.json()).toMatchObject({ channel: 'Absent_One' })
    await server.signIn('absent_one')
    const channels = await server.context.db
      .selectFrom('channels as channel')
      .innerJoin('users as owner', 'owner.id', 'channel.user_id')
      .select('channel.name')
      .where('owner.login', '=', 'absent_one')
      .execute()
    expect(channels).toEqual([{ name: 'absent_one' }])
  })

  it('expires: a ticket after ten minutes, and both with the session', async () => {
    const session = await server.signIn('streamer')
    const fields = { uploadKey: await ticketOf(session) }
    server.clock.advance({ minutes: 11 })
    await expectRefused(server, seasonUpload(anySeason('streamer'), { fields }), 401)
    const fresh = { uploadKey: await ticketOf(session) }
    await server.call({ method: 'POST', url: '/api/auth/logout', headers: session })
    await expectRefused(server, seasonUpload(anySeason('streamer'), { fields: fresh }), 401)
    const late = seasonUpload(anySeason('streamer'), { headers: session })
    await expectRefused(server, late, 401)
  })

  it('lets only admins fill the development season, which nobody sees', async () => {
    const { db } = server.context
    await db.updateTable('settings').set({ value: '99' }).where('key', '=', 'dev_season').execute()
    const files = (channel: string) => makeSeason({ channel, season: 99 })
    const boss = await server.signIn('boss')
    const streamer = await server.signIn('streamer')
    expect((await server.call(seasonUpload(files('boss'), { headers: boss }))).statusCode).toBe(200)
    const refused = seasonUpload(files('streamer'), { headers: streamer })
    await expectRefused(server, refused, 422, 'unknown_season')
    const seasons = await server.call({ method: 'GET', url: '/api/leaderboard/seasons' })
    expect(seasons.json().map(({ id }: { id: number }) => id)).not.toContain(99)
    const body = { season: 99 }
    const board = await server.call({ method: 'POST', url: '/api/leaderboard', body })
    expect(board.json()).toEqual({ data: [], totalPages: 0 })
  })
})
