/** Exactly as many calls as the limit pass, for every kind of caller. Then 429 says when to try again. */
import { once } from 'node:events'
import { connect } from 'node:net'
import { allEndpoints } from '@rollcall/contract/all-endpoints'
import type { InjectOptions } from 'fastify'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { makeSeason, seasonUpload } from '../helpers/season-files.ts'
import { type Session, startTestServer, type TestServer } from '../helpers/test-server.ts'

let home: TestServer
const started: TestServer[] = []

/** Starts a server with its own counters on the database of `home`. Some limits are counted in that database. */
async function start(env: Record<string, string>): Promise<TestServer> {
  const server = await startTestServer({ env, beside: home })
  started.push(server)
  return server
}

beforeAll(async () => {
  home = await startTestServer()
})
afterEach(async () => {
  await Promise.all(started.splice(0).map((server) => server.stop()))
  await home.context.db.deleteFrom('call_counts').execute()
})
afterAll(() => home.stop())

/** How many of up to `most` calls pass before the first 429. Checks that answer too. */
async function countPassing(
  server: TestServer,
  options: (call: number) => InjectOptions,
  most = 60,
): Promise<number> {
  for (let call = 0; call < most; call += 1) {
    const response = await server.call(options(call))
    if (response.statusCode === 429) {
      expect(response.json()).toMatchObject({
        code: 'too_many_requests',
        error: expect.stringMatching(
          /^Too many attempts\. Try again in \d+ (?:seconds?|minutes)\.$/,
        ),
        params: { seconds: expect.any(Number) },
      })
      const wait = Number(response.headers['retry-after'])
      expect(wait).toBeGreaterThan(0)
      expect(wait).toBeLessThanOrEqual(600)
      return call
    }
  }
  return most
}

const seasons = (headers = {}, remoteAddress = '203.0.113.1'): InjectOptions => ({
  method: 'GET',
  url: '/api/leaderboard/seasons',
  headers,
  remoteAddress,
})
const search = (headers = {}, remoteAddress = '203.0.113.1'): InjectOptions => ({
  method: 'POST',
  url: '/api/leaderboard/',
  headers,
  remoteAddress,
  body: { season: 75 },
})

const upload = (headers = {}, remoteAddress = '203.0.113.1'): InjectOptions => ({
  ...seasonUpload(makeSeason({ channel: 'wanderer' }), { headers }),
  remoteAddress,
})
const rivals = (headers = {}, remoteAddress = '203.0.113.1'): InjectOptions => ({
  method: 'GET',
  url: '/api/racers/twitch/nobody/rivals',
  headers,
  remoteAddress,
})
const report = (headers = {}, remoteAddress = '203.0.113.1'): InjectOptions => ({
  method: 'POST',
  url: '/api/reports',
  headers,
  remoteAddress,
  body: { subject: { kind: 'leaderboard', season: 75, channelId: 1 }, reason: 'cheating' },
})

const create = (headers = {}, remoteAddress = '203.0.113.1'): InjectOptions => ({
  method: 'POST',
  url: '/api/events/createEventSingle',
  headers,
  remoteAddress,
  body: {},
})

describe('each limit', () => {
  const signIn = (): InjectOptions => ({ method: 'POST', url: '/api/auth/twitch' })
  it.each([
    ['RATE_LIMIT_GENERAL', seasons],
    ['RATE_LIMIT_SEARCH', search],
    ['RATE_LIMIT_SIGN_IN', signIn],
    ['RATE_LIMIT_UPLOADS', upload],
    ['RATE_LIMIT_EVENTS', create],
    ['RATE_LIMIT_REPORTS', report],
    ['RATE_LIMIT_MEETINGS', rivals],
  ])('%s lets exactly that many calls pass, or any number when off', async (name, options) => {
    const limited = await start({ [name]: '3' })
    expect(await countPassing(limited, () => options())).toBe(3)
    const open = await start({ [name]: 'off' })
    expect(await countPassing(open, () => options(), 20)).toBe(20)
  })

  it('counts the calls of all its endpoints together', async () => {
    const server = await start({ RATE_LIMIT_UPLOADS: '3' })
    const urls = ['upload-data', 'upload-mpl-data', 'upload-event-data']
    const to = (call: number): InjectOptions => ({
      method: 'POST',
      url: `/api/app/${urls[call % urls.length]}`,
    })
    expect(await countPassing(server, to)).toBe(3)
  })

  it('is declared for the right endpoints', () => {
    const limitOf = Object.fromEntries(
      allEndpoints.map(({ method, path, rateLimit }) => [`${method} ${path}`, rateLimit]),
    )
    expect(limitOf).toMatchObject({
      'POST /api/auth/:platform': 'sign-in',
      'POST /api/reports': 'reports',
      'POST /api/events/createEventSingle': 'events',
      'POST /api/events/createEventSeries': 'events',
      'PUT /api/events/update/:id': 'events',
      'GET /api/racers/:platform/:login/rivals': 'meetings',
      'GET /api/racers/:platform/:login/versus/:otherPlatform/:otherLogin': 'meetings',
      'POST /api/leaderboard/': 'search',
      'GET /api/dropdowns/users': 'search',
      'GET /api/admin/users': 'search',
      'GET /api/admin/snapshots': 'search',
      'POST /api/companion/codes': 'codes',
      'GET /api/companion/codes/:code': 'code-guesses',
      'POST /api/companion/codes/:code': 'code-guesses',
    })
    for (const { path, access, rateLimit } of allEndpoints) {
      const isUpload = access === 'upload-proof' && path.startsWith('/api/app/')
      expect(rateLimit === 'uploads', path).toBe(isUpload)
    }
  })

  it('counts separately', async () => {
    const server = await start({ RATE_LIMIT_SEARCH: '2', RATE_LIMIT_GENERAL: '4' })
    expect(await countPassing(server, () => search())).toBe(2)
    expect(await countPassing(server, () => seasons())).toBe(4)
  })
})

describe('a call counts for', () => {
  it.each([
    ['RATE_LIMIT_GENERAL', seasons],
    ['RATE_LIMIT_SEARCH', search],
    ['RATE_LIMIT_UPLOADS', upload],
    ['RATE_LIMIT_EVENTS', create],
    ['RATE_LIMIT_REPORTS', report],
  ])('the user, regardless of the address: %s', async (name, options) => {
    const server = await start({ [name]: '3' })
    const headers = await server.signIn('wanderer')
    expect(await countPassing(server, (call) => options(headers, `203.0.113.${call}`))).toBe(3)
    const other = await server.signIn('other')
    expect(await countPassing(server, () => options(other))).toBe(3)
  })

  it('the streamer of an upload key, regardless of the address', async () => {
    const server = await start({ RATE_LIMIT_UPLOADS: '3', UPLOAD_PAIRING: 'key' })
    const headers = await server.signIn('streamer')
    const made = await server.call({ method: 'POST', url: '/api/uploads/key', headers })
    const { key } = made.json()
    const files = makeSeason({ channel: 'streamer' })
    const from = (call: number) => ({
      ...seasonUpload(files, { key }),
      remoteAddress: `203.0.113.${call}`,
    })
    expect(await countPassing(server, from)).toBe(3)
  })

  it('the address, not the user, once the session has ended', async () => {
    const server = await start({ RATE_LIMIT_SEARCH: '3', RATE_LIMIT_UPLOADS: '3' })
    const ended = [await server.signIn('victim'), await server.signIn('victim')]
    for (const headers of ended) {
      await server.call({ method: 'POST', url: '/api/auth/logout', headers })
    }
    for (const options of [search, upload]) {
      const asStranger = (call: number) => options(ended[call % 2], '198.51.100.7')
      expect(await countPassing(server, asStranger)).toBe(3)
      expect((await server.call(options({}, '198.51.100.7'))).statusCode).toBe(429)
      const headers = await server.signIn('victim')
      const own = (call: number) => options(headers, call < 2 ? '198.51.100.7' : '203.0.113.1')
      expect(await countPassing(server, own)).toBe(3)
    }
  })

  it('a token whose session has ended, regardless of the address', async () => {
    const server = await start({ RATE_LIMIT_SEARCH: '3' })
    const ended = await server.signIn('victim')
    await server.call({ method: 'POST', url: '/api/auth/logout', headers: ended })
    expect(await countPassing(server, (call) => search(ended, `198.51.100.${call}`))).toBe(3)
    const headers = await server.signIn('victim')
    expect(await countPassing(server, () => search(headers))).toBe(3)
  })

  it('the user, regardless of the number of sessions', async () => {
    const server = await start({ RATE_LIMIT_SEARCH: '3' })
    const sessions = [await server.signIn('wanderer'), await server.signIn('wanderer')]
    expect(await countPassing(server, (call) => search(sessions[call % 2]))).toBe(3)
  })

  it.each([
    ['RATE_LIMIT_SEARCH', '/api/channels/wanderer/board?of=season&mode=all&page=1&search=a'],
    ['RATE_LIMIT_SEARCH', '/api/games/1/rows?page=1&search=a'],
    ['RATE_LIMIT_PICTURES', '/r/twitch/nobody/card.png'],
  ])('the same where not every call of an endpoint counts: %s, %s', async (name, url) => {
    const server = await start({ [name]: '3' })
    const sessions = [await server.signIn('wanderer'), await server.signIn('wanderer')]
    const next = (call: number) => ({
      method: 'GET' as const,
      url,
      headers: sessions[call % 2] ?? {},
    })
    expect(await countPassing(server, next)).toBe(3)
  })

  it('the address too: all its users together have ten times the limit', async () => {
    const server = await start({ RATE_LIMIT_SEARCH: '2' })
    const crowd = await Promise.all(
      Array.from({ length: 12 }, (_, index) => server.signIn(`crowd_${index}`)),
    )
    const next = (call: number) => search(crowd[Math.floor(call / 2)])
    expect(await countPassing(server, next)).toBe(20)
  })

  it('the network of an IPv6 address, because one customer has countless addresses', async () => {
    const server = await start({ RATE_LIMIT_SEARCH: '3' })
    const from = (call: number) => search({}, `2001:db8:1:2::${call.toString(16)}`)
    expect(await countPassing(server, from)).toBe(3)
    expect((await server.call(search({}, '2001:db8:1:3::1'))).statusCode).toBe(200)
  })

  it('the address for sign-in, regardless of the token', async () => {
    const server = await start({ RATE_LIMIT_SIGN_IN: '4' })
    const sessions = [await server.signIn('one'), await server.signIn('two')]
    const next = (call: number): InjectOptions => ({
      method: 'POST',
      url: '/api/auth/twitch',
      headers: sessions[call % 2] ?? {},
    })
    expect(await countPassing(server, next)).toBe(2)
  })
})

describe('two servers behind a proxy', () => {
  /** How many of up to 60 calls pass if each goes to the other server. */
  const countPassingBoth = async (
    limits: Record<string, string>,
    options: (headers: Session) => InjectOptions,
  ) => {
    const servers = [await start(limits), await start(limits)]
    const headers = await home.signIn('guesser')
    const call: TestServer['call'] = (asked) => {
      servers.reverse()
      return (servers[0] ?? home).call(asked)
    }
    return countPassing({ ...home, call }, () => options(headers))
  }
  const guess = (headers: Session): InjectOptions => ({
    method: 'GET',
    url: '/api/companion/codes/BCDF-GHJK',
    headers,
  })
  const ask = (): InjectOptions => ({ method: 'POST', url: '/api/companion/codes', body: {} })
  const signIn = (): InjectOptions => ({ method: 'POST', url: '/api/auth/twitch' })

  it.each([
    ['RATE_LIMIT_CODE_GUESSES', guess],
    ['RATE_LIMIT_CODES', ask],
    ['RATE_LIMIT_SIGN_IN', signIn],
  ])('count %s together', async (name, options) => {
    expect(await countPassingBoth({ [name]: '5' }, options)).toBe(5)
  })

  it('count calls that cost time each on its own', async () => {
    expect(await countPassingBoth({ RATE_LIMIT_SEARCH: '5' }, (headers) => search(headers))).toBe(
      10,
    )
  })

  it('forget a count when its time has ended', async () => {
    const { db } = home.context
    await countPassingBoth({ RATE_LIMIT_SIGN_IN: '1' }, signIn)
    expect(await db.selectFrom('call_counts').select('key').execute()).toHaveLength(1)
    await db.updateTable('call_counts').set({ ends_at: new Date() }).execute()
    await expect.poll(() => db.selectFrom('call_counts').select('key').execute()).toEqual([])
    expect(await countPassingBoth({ RATE_LIMIT_SIGN_IN: '3' }, signIn)).toBe(3)
  })
})

describe('a connection that is reset before the server reads it', () => {
  it.each([
    ['directly', {}],
    [
      'behind a proxy',
      {
        TRUST_PROXY: '10.0.0.1',
        TWITCH_CLIENT_ID: 'some-client',
        PUBLIC_URL: 'https://rollcall.example',
        SEASON: '75',
      },
    ],
  ])('is not logged as an error: %s', async (_, env) => {
    const server = await start({ RATE_LIMIT_GENERAL: '1000', ...env })
    for (let time = 0; time < 20; time += 1) {
      const { port, hostname, host } = new URL(server.origin)
      const socket = connect(Number(port), hostname)
      await once(socket, 'connect')
      socket.write(`GET /api/leaderboard/seasons HTTP/1.1\r\nHost: ${host}\r\n\r\n`)
      socket.resetAndDestroy()
      await once(socket, 'close')
    }
    expect((await fetch(`${server.origin}/api/leaderboard/seasons`)).status).toBe(200)
    expect(server.logged.filter((line) => /"level":[56]0|rror/.test(line))).toEqual([])
  })
})

describe('a forged X-Forwarded-For', () => {
  const forged = (call: number) => search({ 'x-forwarded-for': `198.51.100.${call}` }, '127.0.0.1')

  it('changes nothing if no proxy is trusted', async () => {
    const server = await start({ RATE_LIMIT_SEARCH: '3' })
    expect(await countPassing(server, forged)).toBe(3)
  })

  it('counts only from a trusted proxy', async () => {
    const server = await start({
      RATE_LIMIT_SEARCH: '3',
      TRUST_PROXY: '127.0.0.1',
      TWITCH_CLIENT_ID: 'some-client',
      PUBLIC_URL: 'https://rollcall.example',
      SEASON: '75',
    })
    expect(await countPassing(server, forged, 20)).toBe(20)
    const elsewhere = (call: number) => ({ ...forged(call), remoteAddress: '203.0.113.9' })
    expect(await countPassing(server, elsewhere)).toBe(3)
  })
})
