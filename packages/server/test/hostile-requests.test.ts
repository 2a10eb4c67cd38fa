/** Whatever a call holds, it is refused or answered: never with 500, and nothing is smuggled in. */
import { allEndpoints } from '@rollcall/contract/all-endpoints'
import { STANDARD_CONFIGURATION } from '@rollcall/scoring/configuration'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from './test-server.ts'

let server: TestServer
let session: { authorization: string }

const event = {
  name: 'Cup',
  startDate: '2026-09-14',
  endDate: '2026-09-15',
  participants: [1],
  leaderboard: 1,
}

/** A body that fits, of every endpoint that takes one. */
const BODIES: Record<string, object> = {
  '/api/leaderboard/': {
    channel: 'a',
    season: 75,
    page: 1,
    limit: 10,
    sortBy: 'PPR',
    sortOrder: 'ASC',
  },
  '/api/events/update/:id': {
    name: 'Cup',
    startAt: '2026-09-14',
    endAt: '2026-09-15',
    leaderboard_config_id: 1,
    participants: [1],
  },
  '/api/events/createEventSingle': { ...event, timeZone: 'Europe/Berlin' },
  '/api/events/createEventSeries': { seriesName: 'League', events: [event], timeZone: 'UTC' },
  '/api/events/update-event-series/:id': { event_series_name: 'League' },
  '/api/app/get-active-events/:channel': { activeEventIds: [1, '2'] },
  '/api/app/create-event': {
    channel: 'ada',
    name: 'Cup',
    startAt: '2026-09-14',
    endAt: '2026-09-15',
  },
  '/api/events/leaderboard-config': {
    id: null,
    config: {
      ...STANDARD_CONFIGURATION,
      positions: STANDARD_CONFIGURATION.positions.slice(0, 1),
    },
    isDefault: false,
  },
}

const VALUES: readonly unknown[] = [
  ...['', 'a\u0000b', 'a\ud800b', '\u202e%_\'"', '__proto__', 'x'.repeat(100_000)],
  ...[0, -1, 1.5, 2 ** 31, 2 ** 53, 1e300],
  ...[null, true, [], {}, [null], [[[[]]]]],
  ...['0000-01-01', '0099-12-31', '9999-12-31', '2026-02-30', 'Mars/Olympus', '+05:00'],
]

const RAW_BODIES = [
  'null',
  '[',
  '{"__proto__":{"polluted":1}}',
  '{"constructor":{"prototype":{"polluted":1}}}',
  '['.repeat(50_000) + ']'.repeat(50_000),
  `{"${'k'.repeat(900_000)}":1}`,
]

const TEXTS_IN_ADDRESSES = [
  ...['%00', 'a%00b', '%ED%A0%80', '%', '0', '-1', '1e3', '999999999', '2147483648'],
  ...['x'.repeat(90), 'x'.repeat(600), '__proto__', '%F0%9F%8F%81', '%2e%2e%2f'],
]

const withBody = allEndpoints.filter(({ body }) => body !== undefined)
const filled = (path: string) => path.replace(':platform', 'twitch').replace(/:\w+/g, '1')

beforeAll(async () => {
  server = await startTestServer({ env: { ADMIN_LOGINS: 'ada' } })
  session = await server.signIn('ada')
  // What the addresses' 1 means.
  await call('POST', '/api/events/createEventSeries', {
    seriesName: 'League',
    events: [event],
  })
})
afterAll(() => server.stop())

async function call(method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, body?: unknown) {
  const { statusCode } = await server.call({
    method,
    url,
    headers: { ...session, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  return statusCode >= 500 ? [`${method} ${url} ${JSON.stringify(body)}: ${statusCode}`] : []
}

/** The value with something else in each of its places in turn. */
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
  it('is given here for every endpoint that takes one', () => {
    expect(Object.keys(BODIES).toSorted()).toEqual(withBody.map(({ path }) => path).toSorted())
  })

  it.each(withBody.map(({ path, method }) => [path, method] as const))(
    'of %s holds what it will',
    async (path, method) => {
      const failed: string[] = []
      for (const value of VALUES) {
        for (const body of changedEverywhere(BODIES[path], value)) {
          failed.push(...(await call(method, filled(path), body ?? 'null')))
        }
      }
      for (const raw of RAW_BODIES) {
        failed.push(...(await call(method, filled(path), raw)))
      }
      expect(failed).toEqual([])
      expect(Object.prototype).not.toHaveProperty('polluted')
    },
  )

  it('that is empty is none, even where it calls itself JSON', async () => {
    const { authorization } = await server.signIn('bob')
    const headers = { authorization, 'content-type': 'application/json' }
    for (const url of ['/api/uploads/ticket', '/api/app/get-active-events/bob']) {
      expect((await server.call({ method: 'POST', url, headers, body: '' })).statusCode).toBe(200)
    }
    const url = '/api/events/createEventSingle'
    expect((await server.call({ method: 'POST', url, headers, body: '' })).statusCode).toBe(400)
  })

  it('is refused in the words of the contract alone', async () => {
    const response = await server.call({
      method: 'POST',
      url: '/api/events/createEventSingle',
      headers: session,
      body: { ...event, name: ' ' },
    })
    expect(response.json()).toMatchObject({ code: 'bad_request', error: 'The event needs a name.' })
  })
})

describe('an address', () => {
  it.each(
    allEndpoints
      .filter(({ params }) => params !== undefined)
      .map(({ path, method }) => [method, path] as const),
  )('of %s %s holds what it will', async (method, path) => {
    const failed: string[] = []
    for (const text of TEXTS_IN_ADDRESSES) {
      for (const parameter of path.match(/:\w+/g) ?? []) {
        const url = filled(path.replace(parameter, text))
        failed.push(...(await call(method, url, BODIES[path])))
      }
    }
    expect(failed).toEqual([])
  })

  it.each([
    ['/api/dropdowns/users?search='],
    ['/api/events/explain-row/1?racer='],
    ['/api/events/explain-row/1?racer=a&userId='],
    ['/api/app/settings?channel='],
    ['/api/app/settings?channel=a&channel='],
    ['/api/leaderboard/seasons?__proto__='],
  ])('%s… holds what it will', async (url) => {
    const failed: string[] = []
    for (const text of TEXTS_IN_ADDRESSES) {
      failed.push(...(await call('GET', url + text)))
    }
    expect(failed).toEqual([])
  })
})

describe('a form', () => {
  it.each(['uploadKey', 'channel', 'season', 'finishedAt', 'eventId'])(
    'holds what it will in the field %s',
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
