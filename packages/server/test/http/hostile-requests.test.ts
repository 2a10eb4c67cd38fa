/** Hostile calls are refused or answered, but never with 500, and never smuggle anything in. */
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { allEndpoints } from '@rollcall/contract/all-endpoints'
import { signOut } from '@rollcall/contract/auth'
import type { Endpoint } from '@rollcall/contract/endpoint'
import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type $ZodType, safeParse } from 'zod/v4/core'
import { mayBringMore } from '../../src/edge/input-rules.ts'
import { callOf, routeOf } from '../helpers/endpoint-cases.ts'
import { createWorld, type World } from '../helpers/owners-world.ts'
import { type Session, startTestServer, type TestServer } from '../helpers/test-server.ts'

let server: TestServer
let world: World
let session: Session

const VALUES: readonly unknown[] = [
  ...['', 'a\u0000b', 'a\ud800b', '\u202e%_\'"', '__proto__', 'x'.repeat(100_000)],
  ...[0, -1, 1.5, 2 ** 31, 2 ** 53, 1e300],
  ...[null, true, [], {}, [null], [[[[]]]]],
  ...['0000-01-01', '0099-12-31', '9999-12-31', '2026-02-30', 'Mars/Olympus', '+05:00'],
]

/** Bodies that no endpoint accepts. */
const HOPELESS: Readonly<Record<string, string>> = {
  'half of it': '{"half": ',
  'no JSON at all': 'name=Cup&season=75',
  'another encoding': Buffer.from('{"name":"Cup"}', 'utf16le').toString('latin1'),
  'a key too many': '{"name":"Cup",}',
  'two at once': '{}{}',
  'a prototype': '{"__proto__":{"polluted":1}}',
  'a prototype in disguise': '{"\\u005f_proto__":{"polluted":1}}',
  'a prototype further down': '{"name":{"a":[{"__proto__":{"polluted":1}}]}}',
  "a constructor's prototype": '{"constructor":{"prototype":{"polluted":1}}}',
  'nested 50,000 deep': '['.repeat(50_000) + ']'.repeat(50_000),
  'nested 50,000 deep in objects': `${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`,
  'one huge key': `{"${'k'.repeat(900_000)}":1}`,
  'two megabytes': JSON.stringify({ name: 'x'.repeat(2 * 1024 * 1024) }),
  'a list': '[1]',
  'a number': '1',
  'a word': '"Cup"',
}

const TEXTS_IN_ADDRESSES = [
  ...['%00', 'a%00b', '%ED%A0%80', '%', '0', '-1', '1e3', '999999999', '2147483648'],
  ...['x'.repeat(90), 'x'.repeat(600), '__proto__', '%F0%9F%8F%81', '%2e%2e%2f'],
]

const described = (endpoint: Endpoint) => ({ endpoint, route: routeOf(endpoint) })
const withBody = allEndpoints.filter(({ body }) => body !== undefined).map(described)
const withParams = allEndpoints.filter(({ params }) => params !== undefined).map(described)
const withQuery = allEndpoints.filter(({ query }) => query !== undefined).map(described)

beforeAll(async () => {
  server = await startTestServer({ env: { ADMIN_LOGINS: 'ada', UPLOAD_PAIRING: 'key' } })
  world = await createWorld(server, await server.signIn('owner'))
  session = await server.signIn('ada')
})
afterAll(() => server.stop())

/** The endpoint's valid call with a test's change. Logging out uses a session of its own, because it ends it. */
async function call(endpoint: Endpoint, change: InjectOptions = {}) {
  const headers = endpoint === signOut ? await server.signIn('ada') : session
  const { payload, ...good } = callOf(endpoint, world, { headers })
  const sent = change.body === undefined && payload !== undefined ? { payload } : {}
  return server.call({
    ...good,
    ...sent,
    ...change,
    headers: { ...good.headers, ...change.headers },
  } as InjectOptions)
}

const asJson = { 'content-type': 'application/json' }

/** The fault in an answer, if any. `isTaken`: whether the contract accepts the request. */
async function faultOf(endpoint: Endpoint, change: InjectOptions, isTaken: boolean) {
  const { statusCode, body } = await call(endpoint, change)
  const isSaid = endpoint.sendsText ? /^[A-Z][^\n]*\.$/.test(body) : /"code":"\w+"/.test(body)
  const isRefused = statusCode >= 400 && statusCode < 500 && isSaid
  const isFine = isRefused || (isTaken && statusCode === 200)
  return isFine
    ? []
    : [
        `${routeOf(endpoint)} ${String(change.url).slice(0, 200)} ${String(change.body).slice(0, 300)}: ${statusCode} ${body.slice(0, 200)}`,
      ]
}

/** The faults in the answers. Reads are made a few at once, so that the server works while its database does. */
async function faultsInQueries(endpoint: Endpoint, calls: { url: string; isTaken: boolean }[]) {
  const faults: string[] = []
  const callNext = async (): Promise<void> => {
    for (let next = calls.pop(); next !== undefined; next = calls.pop()) {
      faults.push(...(await faultOf(endpoint, { url: next.url }, next.isTaken)))
    }
  }
  await Promise.all(Array.from({ length: endpoint.method === 'GET' ? 4 : 1 }, callNext))
  return faults
}

function isTakenBody({ body: schema }: Endpoint, text: string): boolean {
  try {
    return safeParse(schema as $ZodType, JSON.parse(text)).success
  } catch {
    return false
  }
}

/** Words that a list or a choice might accept by mistake. */
const WORDS = [
  'open',
  'OPEN',
  'true',
  'yes',
  'act',
  'evil',
  '',
  '*',
  '1%20or%201=1',
  '0-a0',
  '1-u1',
]

/** Copies of the value, each with one of its parts replaced by `other`. */
function changedEverywhere(value: unknown, other: unknown): unknown[] {
  if (typeof value !== 'object' || value === null) {
    return [other]
  }
  const inside = Object.entries(value).flatMap(([key, inner]) =>
    changedEverywhere(inner, other).map((changed) =>
      Array.isArray(value) ? value.with(Number(key), changed) : { ...value, [key]: changed },
    ),
  )
  return [other, ...inside]
}

describe('a body', () => {
  it.each(withBody)('of $route may have any content', async ({ endpoint }) => {
    const faults: string[] = []
    const { body: good } = callOf(endpoint, world)
    for (const value of VALUES) {
      for (const changed of changedEverywhere(good, value)) {
        const body = JSON.stringify(changed) ?? 'null'
        const isTaken = safeParse(endpoint.body as $ZodType, JSON.parse(body)).success
        faults.push(...(await faultOf(endpoint, { body, headers: asJson }, isTaken)))
      }
    }
    expect(faults).toEqual([])
  })

  const unsafe = allEndpoints.filter(({ method }) => method !== 'GET').map(described)
  it.each(unsafe)('of $route is refused if it makes no sense', async ({ endpoint }) => {
    const faults: string[] = []
    for (const [what, body] of Object.entries(HOPELESS)) {
      // The companion may send additional fields, which are ignored.
      const isTaken = mayBringMore(endpoint) && isTakenBody(endpoint, body)
      faults.push(
        ...(await faultOf(endpoint, { body, headers: asJson }, isTaken)).map(
          (it) => `${what}: ${it}`,
        ),
      )
    }
    expect(faults).toEqual([])
    expect(Object.prototype).not.toHaveProperty('polluted')
  })

  it('that is compressed is not decompressed, because it could have any size', async () => {
    const call = (body: string | Buffer, headers: Record<string, string>) =>
      server.call({
        method: 'POST',
        url: '/api/leaderboard/',
        headers: { 'content-type': 'application/json', ...headers },
        body,
      })
    const question = '{"season":75}'
    expect((await call(question, {})).statusCode).toBe(200)
    for (const [encoding, compress] of Object.entries({ gzip: gzipSync, br: brotliCompressSync })) {
      const response = await call(compress(question), { 'content-encoding': encoding })
      expect(response.statusCode).toBe(400)
      expect(response.json()).toMatchObject({ code: 'unreadable' })
    }
  })

  it('that is empty counts as no body, even if it is declared as JSON', async () => {
    const { authorization } = await server.signIn('bob')
    const headers = { authorization, 'content-type': 'application/json' }
    for (const url of ['/api/uploads/ticket', '/api/app/get-active-events/bob']) {
      expect((await server.call({ method: 'POST', url, headers, body: '' })).statusCode).toBe(200)
    }
    const url = '/api/events/createEventSingle'
    expect((await server.call({ method: 'POST', url, headers, body: '' })).statusCode).toBe(400)
  })

  it("is refused only with the contract's sentence, code and params", async () => {
    const body = { startDate: '2026-09-14', endDate: '2026-09-15', participants: [1] }
    const refusalOf = async (name: string) => {
      const url = '/api/events/createEventSingle'
      const call = { url, headers: session, body: { ...body, name, leaderboard: 1 } }
      const { requestId: _, ...said } = (await server.call({ method: 'POST', ...call })).json()
      return said
    }
    expect(await refusalOf(' ')).toEqual({
      error: 'The event needs a name.',
      code: 'event_name_missing',
    })
    expect(await refusalOf('a'.repeat(201))).toEqual({
      error: 'The name can have up to 200 characters.',
      code: 'name_too_long',
      params: { most: 200 },
    })
  })

  it("that does not fit is refused with Zod's message and the place of the fault", async () => {
    const { requestId: _, ...said } = (
      await server.call({ method: 'POST', url: '/api/leaderboard', body: { season: 'x' } })
    ).json()
    expect(said).toMatchObject({ code: 'does_not_fit', params: { where: 'body.season' } })
    expect(said.error).toBe(`The request does not fit: body.season: ${said.params.message}.`)
  })
})

describe('an address', () => {
  it.each(withParams)('of $route may have any content', async ({ endpoint }) => {
    const faults: string[] = []
    for (const text of TEXTS_IN_ADDRESSES) {
      for (const parameter of endpoint.path.match(/:\w+/g) ?? []) {
        const params = endpoint.path
          .replace(parameter, text)
          .replace(/:(?:kind|platform)/, 'season')
        faults.push(...(await faultOf(endpoint, { url: params.replace(/:\w+/g, '1') }, true)))
      }
    }
    expect(faults).toEqual([])
  })

  it.each(withQuery)('of $route may have any query', async ({ endpoint }) => {
    const { pathname, searchParams } = new URL(String(callOf(endpoint, world).url), server.origin)
    const names = Object.keys((endpoint.query as unknown as { shape: object }).shape)
    expect(names.length).toBeGreaterThan(0)
    const calls = names.flatMap((name) =>
      [...TEXTS_IN_ADDRESSES, ...WORDS].flatMap((text) => {
        const others = new URLSearchParams(searchParams)
        others.delete(name)
        const query = `${name}=${text}&${others}`
        const given = { ...Object.fromEntries(new URLSearchParams(query)) }
        const isTaken = safeParse(endpoint.query as $ZodType, given).success
        return [
          { url: `${pathname}?${query}`, isTaken },
          // Sent twice it is a list, not a value.
          { url: `${pathname}?${query}&${name}=${text}`, isTaken: false },
        ]
      }),
    )
    const tricks = ['__proto__=1', '__proto__[polluted]=1', 'constructor.prototype.polluted=1']
    for (const query of tricks) {
      const url = `${pathname}?${searchParams}&${query}`
      calls.push({ url, isTaken: mayBringMore(endpoint) })
    }
    expect(await faultsInQueries(endpoint, calls)).toEqual([])
    expect(Object.prototype).not.toHaveProperty('polluted')
  })
})

describe('a form', () => {
  it.each(['uploadKey', 'channel', 'season', 'finishedAt', 'eventId'])(
    'may have any content in the field %s',
    async (name) => {
      for (const url of [
        '/api/app/upload-data',
        '/api/app/upload-event-data',
        '/api/app/upload-mpl-data',
      ]) {
        for (const value of [
          'a\u0000b',
          'x'.repeat(10_000),
          '2147483648',
          '0000-01-01T00:00:00Z',
        ]) {
          const form = new FormData()
          for (const part of ['streamerData', 'viewerData', 'eventData', 'raceData']) {
            form.set(part, new Blob(['season,channel\n75,ada\n']), 'x.csv')
          }
          form.set(name, value)
          const encoded = new Response(form)
          const response = await server.call({
            method: 'POST',
            url,
            headers: {
              ...session,
              'content-type': encoded.headers.get('content-type') ?? '',
            },
            body: Buffer.from(await encoded.arrayBuffer()),
          })
          expect(response.statusCode, `${url} ${value.slice(0, 40)}`).toBeLessThan(500)
        }
      }
    },
  )
})
