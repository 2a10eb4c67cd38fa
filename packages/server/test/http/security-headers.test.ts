/** Every answer, including errors and files, has headers that say what a browser may do with it. */
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { allEndpoints } from '@rollcall/contract/all-endpoints'
import { addressOf } from '@rollcall/contract/pages'
import { PLACES } from '@rollcall/contract/places'
import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { callOf, routeOf } from '../helpers/endpoint-cases.ts'
import { installerUpload } from '../helpers/installer-upload.ts'
import { createWorld, type World } from '../helpers/owners-world.ts'
import { rawRequest } from '../helpers/raw-requests.ts'
import { makeInstaller } from '../helpers/sample-installer.ts'
import { type Session, startTestServer, type TestServer } from '../helpers/test-server.ts'

const STRANGE_PAGE = 'https://elsewhere.example'

let server: TestServer
let world: World
let session: Session

beforeAll(async () => {
  server = await startTestServer({
    env: { ADMIN_LOGINS: 'boss', METRICS_TOKEN: 'for-the-monitor-alone-0123456789' },
    makeWebDir,
  })
  world = await createWorld(server, await server.signIn('owner'))
  session = await server.signIn('boss')
  const installer = installerUpload('Companion-1.0.exe', makeInstaller(2_000), session)
  const uploaded = await server.call(installer)
  expect(uploaded.statusCode, uploaded.body).toBe(200)
})
afterAll(() => server.stop())

/** The files of a build that the server serves. */
async function makeWebDir(dir: string): Promise<string> {
  const webDir = path.join(dir, 'web')
  await mkdir(path.join(webDir, 'assets'), { recursive: true })
  await writeFile(path.join(webDir, 'index.html'), '<!doctype html><title>Rollcall</title>')
  await writeFile(path.join(webDir, 'overlay.html'), '<!doctype html><title>Overlay</title>')
  await writeFile(path.join(webDir, 'assets/app-1234.js'), 'export {}')
  await writeFile(path.join(webDir, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
  return webDir
}

type Headers = Readonly<Record<string, unknown>>

const PAGE_POLICY = {
  'default-src': ["'self'"],
  'script-src': ["'self'"],
  'connect-src': ["'self'"],
  'object-src': ["'none'"],
  'base-uri': ["'none'"],
  'form-action': ["'self'"],
  'frame-ancestors': ["'none'"],
}
/** The answer of a call is not a page. If a browser shows it as one, it may do nothing. */
const CALL_POLICY = { 'default-src': ["'none'"], 'frame-ancestors': ["'none'"] }

function expectClosed(
  headers: Headers,
  label: string,
  { isHttps = false, isCall = false } = {},
): void {
  const policy = Object.fromEntries(
    String(headers['content-security-policy'])
      .split(';')
      .map((directive) => directive.trim().split(/ +/))
      .map(([name = '', ...sources]) => [name, sources]),
  )
  if (isCall || policy['script-src'] === undefined) {
    expect(headers['content-type'] ?? '', label).not.toContain('text/html')
    expect(policy, label).toEqual(CALL_POLICY)
  } else {
    expect(policy, label).toMatchObject(PAGE_POLICY)
  }
  expect(policy, label).not.toHaveProperty('script-src-elem')
  expect(policy, label).not.toHaveProperty('script-src-attr')
  expect(JSON.stringify(policy), label).not.toMatch(
    /unsafe-eval|"\*"|"https?:"|blob:|strict-dynamic/,
  )
  expect(headers, label).toMatchObject({
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'x-frame-options': 'DENY',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
  })
  expect(headers['strict-transport-security'], label).toEqual(
    isHttps ? expect.stringMatching(/^max-age=31536000; includeSubDomains$/) : undefined,
  )
  const telling = Object.keys(headers).filter((name) =>
    /^(?:access-control-|set-cookie|server$|x-powered-by)/.test(name),
  )
  expect(telling, label).toEqual([])
}

const get = (url: string, headers: Record<string, string> = {}): InjectOptions => ({
  method: 'GET',
  url,
  headers,
})
const post = (url: string, body: string, type = 'application/json'): InjectOptions => ({
  method: 'POST',
  url,
  headers: { ...session, 'content-type': type },
  body,
})

const PRACTICE =
  '/practice-platform/oauth2/authorize?redirect_uri=http://localhost:3000/auth/callback&state=abc'

/** One of each kind of answer that does not come from an endpoint. */
const KINDS: [string, number, () => InjectOptions][] = [
  ['the start page', 200, () => get('/')],
  ['a page', 200, () => get('/leaderboards?season=75')],
  ['a page by HEAD', 200, () => ({ method: 'HEAD', url: '/login' })],
  ['a page that is not there', 200, () => get('/nowhere/at/all')],
  ['the download page', 200, () => get('/download')],
  ['a script', 200, () => get('/assets/app-1234.js')],
  ['a script that is not there', 404, () => get('/assets/app-0000.js')],
  ['a picture', 200, () => get('/favicon.svg')],
  ['an address that cannot be decoded', 200, () => get('/%')],
  ['a call that is not there', 404, () => get('/api/nowhere')],
  ['a call that cannot be decoded', 404, () => get('/api/%c0%af')],
  ['a key with nothing behind', 404, () => get('/k/rck_aaaa/elsewhere')],
  ['another method', 404, () => ({ method: 'DELETE', url: '/api/user' })],
  ['OPTIONS', 404, () => ({ method: 'OPTIONS', url: '/api/user' })],
  ['a bad token', 401, () => get('/api/leaderboard/seasons', { authorization: 'Bearer none' })],
  ['half a body', 400, () => post('/api/patch-notes', '{"title":')],
  ['another type', 415, () => post('/api/patch-notes', '<a/>', 'application/xml')],
  ['a huge body', 413, () => post('/api/patch-notes', 'x'.repeat(2_000_000))],
  ['an installer', 200, () => get('/download/Companion-1.0.exe')],
  ['a part of it', 206, () => get('/download/Companion-1.0.exe', { range: 'bytes=0-0' })],
  [
    'a part behind its end',
    416,
    () => get('/download/Companion-1.0.exe', { range: 'bytes=2000-' }),
  ],
  ['no installer', 404, () => get('/download/None-1.0.exe')],
  ['health', 200, () => get('/health')],
  ['readiness', 200, () => get('/ready')],
  ['metrics, to a stranger', 401, () => get('/metrics')],
  ['the contract', 200, () => get('/api/openapi.json')],
  ['the contract for people', 200, () => get('/api/reference/')],
  ['a script of it', 200, () => get('/api/reference/static/swagger-ui-bundle.js')],
  ['the practice platform', 200, () => get(PRACTICE, { host: 'localhost:3000' })],
]

describe('the headers', () => {
  it.each(KINDS)('of %s: %i', async (kind, status, options) => {
    const response = await server.call(options())
    expect(response.statusCode, response.body.slice(0, 300)).toBe(status)
    expectClosed(response.headers, kind)
    const tag = response.headers.etag
    if (status === 200 && tag !== undefined) {
      const asked = options()
      const again = await server.call({
        ...asked,
        headers: { ...asked.headers, 'if-none-match': String(tag) },
      })
      expect(again.statusCode).toBe(304)
      expectClosed(again.headers, `${kind}, unchanged`)
    }
  })

  it('of every endpoint, with and without access', async () => {
    for (const endpoint of allEndpoints) {
      for (const headers of [{}, session]) {
        const response = await server.call(callOf(endpoint, world, { headers }))
        expectClosed(response.headers, routeOf(endpoint), { isCall: true })
        if (endpoint.path === '/api/auth/logout' && response.statusCode === 200) {
          session = await server.signIn('boss')
        }
      }
    }
  })

  it.each([
    ['not HTTP', 400, 'GET', ' /x y HTTP/1.1 z'],
    ['an address that is too long', 431, 'GET', `/${'a'.repeat(20_000)}`],
  ])('of what is %s: %i', async (_, status, method, target) => {
    const { headers, body, ...answer } = await rawRequest(server.origin, target, { method })
    expect(answer.status).toBe(status)
    expect(headers).toMatchObject({
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
    })
    expect(JSON.parse(body)).toMatchObject({
      error: expect.stringMatching(/^The .*\.$/),
      code: expect.stringMatching(/^\w+$/),
    })
  })

  it('of an unknown method', async () => {
    const { status, headers } = await rawRequest(server.origin, '/api/user', { method: 'PROPFIND' })
    expect(status).toBe(404)
    expectClosed(headers, 'PROPFIND')
  })
})

describe('a page of another site', () => {
  it.each([
    ['calls', () => get('/api/leaderboard/seasons', { origin: STRANGE_PAGE })],
    ['calls as the user', () => get('/api/user', { ...session, origin: STRANGE_PAGE })],
    ['calls without an origin', () => get('/api/leaderboard/seasons', { origin: 'null' })],
    ['loads a file', () => get('/download/Companion-1.0.exe', { origin: STRANGE_PAGE })],
    ['loads a page', () => get('/', { origin: STRANGE_PAGE })],
  ])('%s but may read nothing', async (_, options) => {
    const response = await server.call(options())
    expect(response.statusCode).toBe(200)
    expectClosed(response.headers, 'CORS')
  })

  it('gets no permission from a preflight', async () => {
    for (const endpoint of allEndpoints) {
      const response = await server.call({
        method: 'OPTIONS',
        url: String(callOf(endpoint, world).url),
        headers: {
          origin: STRANGE_PAGE,
          'access-control-request-method': endpoint.method,
          'access-control-request-headers': 'authorization,content-type',
        },
      })
      expect(response.statusCode, routeOf(endpoint)).toBe(404)
      expectClosed(response.headers, routeOf(endpoint))
    }
  })
})

describe('behind HTTPS', () => {
  let secured: TestServer
  beforeAll(async () => {
    secured = await startTestServer({
      env: {
        PUBLIC_URL: 'https://rollcall.example',
        TWITCH_CLIENT_ID: 'some-client',
        SEASON: '75',
      },
      makeWebDir,
    })
  })
  afterAll(() => secured.stop())

  it.each(['/', '/assets/app-1234.js', '/api/user', '/api/auth/site', '/download/a.exe', '/%'])(
    '%s tells browsers to use only HTTPS from then on',
    async (url) => {
      const response = await secured.call(get(url))
      expectClosed(response.headers, url, { isHttps: true })
    },
  )
})

it('only overlays and embeds can be framed, and search engines do not list them', async () => {
  const token = 'a'.repeat(22)
  for (const [url, title] of [
    [`/overlay/e/${token}`, 'Overlay'],
    [`/overlay/c/${token}?rows=3`, 'Overlay'],
    ['/embed/c/owner?of=today', 'Overlay'],
    [`/embed/e/${token}`, 'Overlay'],
    ['/embed/seasons/75', 'Overlay'],
  ] as const) {
    const { headers, body } = await server.call(get(url))
    expect(body, url).toContain(`<title>${title}</title>`)
    expect(headers['content-security-policy'], url).toContain('frame-ancestors *')
    expect(headers, url).toMatchObject({ 'x-robots-tag': 'noindex' })
    expect(headers, url).not.toHaveProperty('x-frame-options')
  }
  const { headers } = await server.call(get('/embed/c/owner'))
  expect(headers['content-security-policy']).toContain(
    "form-action 'none';frame-ancestors *;sandbox allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox",
  )
  expectClosed((await server.call(get('/embed'))).headers, '/embed')
  const event = await server.call(get(`/e/${token}`))
  expectClosed(event.headers, "an event's public page, which is the whole application")
  expect(event.headers).toMatchObject({ 'x-robots-tag': 'noindex' })
  expectClosed((await server.call(get('/embed/nothing/owner'))).headers, '/embed/nothing')
  expectClosed((await server.call(get('/events'))).headers, '/events')
  expectClosed((await server.call(get('/api/show/public/x'))).headers, 'a call', { isCall: true })
})

it('every page has the headers that the list of pages says', async () => {
  const params = { token: 'a'.repeat(22), platform: 'twitch', login: 'x', season: 75, id: 1 }
  const named = { channel: 'x', channelName: 'x', otherPlatform: 'y', otherLogin: 'z' }
  const others = { ...named, eventId: 1, day: '2026-09-14' }
  for (const place of PLACES) {
    const address = addressOf<string>(place, { ...params, ...others, settings: 'x' } as never)
    const { headers, body, statusCode } = await server.call(get(address))
    expect(statusCode, address).toBe(200)
    const isFramed = place.isOverlay === true || place.isEmbed
    expect(body.includes('<title>Overlay</title>'), address).toBe(isFramed)
    expect(headers['x-frame-options'], address).toBe(isFramed ? undefined : 'DENY')
    const policy = String(headers['content-security-policy'])
    expect(policy.includes('frame-ancestors *'), address).toBe(isFramed)
    expect(policy.includes('sandbox allow-scripts'), address).toBe(place.isEmbed)
    expect(headers['x-robots-tag'], address).toBe(
      place.unlisted === undefined ? undefined : 'noindex',
    )
  }
})
