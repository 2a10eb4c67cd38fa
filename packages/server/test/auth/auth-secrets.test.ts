/** Secrets never appear in logs, answers, receipts or the database. */
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { FakeTwitch, json } from '../helpers/fake-twitch.ts'
import { makeSeason, seasonUpload } from '../helpers/season-files.ts'
import { everyRow } from '../helpers/stored-rows.ts'
import { startTestServer, type TestServer } from '../helpers/test-server.ts'

const metricsToken = 'for-the-monitor-alone-0123456789'
const eventToken = 'of-one-event-012345678'

let twitch: FakeTwitch
let server: TestServer

beforeAll(async () => {
  twitch = await FakeTwitch.start()
  server = await startTestServer({
    env: {
      ...twitch.env,
      ADMIN_LOGINS: 'boss',
      UPLOAD_PAIRING: 'key',
      METRICS_TOKEN: metricsToken,
    },
  })
})
afterAll(async () => {
  await server.stop()
  await twitch.stop()
})

describe('secrets', () => {
  it('include the session secret, which is made once and readable by its owner only', async () => {
    const file = await stat(join(server.database.dataDir, 'session-secret'))
    expect(file.mode & 0o777).toBe(0o600)
    expect(file.size).toBeGreaterThanOrEqual(32)
  })

  it('never appear in logs, answers, receipts or the database', async () => {
    const { db, keys } = server.context
    const post = (url: string, authorization: string) =>
      server.call({ method: 'POST', url, headers: { authorization } })
    const session = (await server.signInWith(twitch.issue('keeper'))).authorization
    const key = (await post('/api/uploads/key', session)).json().key as string
    const ticket = (await post('/api/uploads/ticket', session)).json().ticket as string
    const files = makeSeason({ channel: 'keeper' })
    const taken = [
      await server.call(seasonUpload(files, { key })),
      await server.call(seasonUpload(files, { fields: { uploadKey: ticket } })),
      await server.call(seasonUpload(files, { headers: { authorization: session } })),
      await server.call({
        method: 'GET',
        url: '/metrics',
        headers: { authorization: `Bearer ${metricsToken}` },
      }),
    ]
    expect(taken.map((response) => response.statusCode)).toEqual([200, 200, 200, 200])

    const unlucky = twitch.issue('unlucky')
    twitch.script(unlucky, { validate: json({}, 500) })
    const outcast = twitch.issue('outcast')
    twitch.script(outcast, { validate: json({ message: outcast }, 401) })
    await post('/api/auth/logout', session)
    const other = makeSeason({ channel: 'somebody_else' })
    const refused = [
      await post('/api/auth/twitch', `Bearer ${unlucky}`),
      await post('/api/auth/twitch', `Bearer ${outcast}`),
      await post('/api/user', session),
      await server.call({ method: 'GET', url: '/api/user', headers: { authorization: session } }),
      await server.call(seasonUpload(other, { key })),
      await server.call(seasonUpload(other, { fields: { uploadKey: ticket } })),
      await server.call(seasonUpload(other, { fields: { uploadKey: `${key}x` } })),
      await server.call(seasonUpload(other, { headers: { authorization: session } })),
      await server.call(seasonUpload({}, { key })),
      await server.call({ method: 'GET', url: `/k/${key}/elsewhere?token=${ticket}` }),
      await server.call({ method: 'GET', url: `/api/chat/keeper/event/${eventToken}` }),
      await server.call({ method: 'GET', url: `/metrics?token=${metricsToken}` }),
      await server.call({ method: 'GET', url: `/api/auth/${key}/%E0%A4%A` }),
      await server.call({ method: 'GET', url: `/nowhere?access_token=${unlucky}` }),
      await server.call({ method: 'PUT', url: `/k/${key}/api/app/upload-data` }),
      // In the wrong places: as a name, a season, a search, a body that is not JSON.
      await server.call(seasonUpload(makeSeason({ channel: key }), { key })),
      await server.call(
        seasonUpload({ ...files, viewerData: Buffer.from(`${key},${ticket}`) }, { key }),
      ),
      await server.call({ method: 'GET', url: `/api/uploads/key?token=${key}` }),
      await post(`/api/auth/${ticket}`, `Bearer ${unlucky}`),
      await server.call({
        method: 'POST',
        url: '/api/leaderboard/',
        headers: { 'content-type': 'application/json' },
        payload: `{"token": ${key}`,
      }),
    ]
    for (const response of refused) {
      expect(response.statusCode, response.body).toBeGreaterThanOrEqual(400)
    }

    const rows = Object.values(await everyRow(db)).flat()
    expect(rows.length).toBeGreaterThan(20)
    const places = {
      log: server.logged.join('\n'),
      answers: [...taken, ...refused]
        .map(({ body, headers }) => body + JSON.stringify(headers))
        .join('\n'),
      database: rows.join('\n'),
    }
    expect(places.log).toContain('/k/***')
    const sessionSecret = await readFile(join(server.database.dataDir, 'session-secret'), 'utf8')
    const secrets = [
      sessionSecret,
      metricsToken,
      eventToken,
      ...twitch.tokens,
      session.replace('Bearer ', ''),
      key,
      ticket,
      ...[keys.signing, keys.vault].flatMap((bytes) => [
        Buffer.from(bytes).toString('hex'),
        Buffer.from(bytes).toString('base64'),
      ]),
    ]
    expect(secrets.length).toBeGreaterThan(10)
    for (const [place, text] of Object.entries(places)) {
      for (const secret of secrets) {
        // As text, and as the hex that the database shows for bytes.
        expect(text.includes(secret), `${secret} in ${place}`).toBe(false)
        expect(text.includes(Buffer.from(secret).toString('hex')), place).toBe(false)
      }
    }
  })

  it('never appear in logs or answers, regardless of how an address encodes them', async () => {
    const session = await server.signInWith(twitch.issue('encoder'))
    const issue = async (what: string) =>
      (await server.call({ method: 'POST', url: `/api/uploads/${what}`, headers: session })).json()
    const secrets = [(await issue('key')).key as string, (await issue('ticket')).ticket as string]
    const files = makeSeason({ channel: 'encoder' })
    let before = 0
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...secrets), writtenAddress, async (secret, write) => {
        const url = write(secret)
        const answers = [
          await server.call({ method: 'GET', url }),
          await server.call({ ...seasonUpload(files), url }),
        ]
        const shown = answers.map(({ body, headers }) => body + JSON.stringify(headers))
        for (const line of [...server.logged.slice(before), ...shown]) {
          expect(fullyDecoded(line), url).not.toContain(secret)
        }
        before = server.logged.length
      }),
      { numRuns: 300, seed: 75, endOnFailure: true },
    )
    const rows = Object.values(await everyRow(server.context.db)).flat()
    for (const secret of secrets) {
      expect(fullyDecoded(rows.join('\n'))).not.toContain(secret)
    }
  })
})

/** Ways to write a character: plain, or as an escape whose digits may be escaped again. */
const WRITINGS: readonly ((letter: string) => string)[] = [
  (letter) => letter,
  (letter) => `%${hexOf(letter)}`,
  (letter) => `%${hexOf(letter).toUpperCase()}`,
  (letter) => `%25${hexOf(letter)}`,
  (letter) => `%2525${hexOf(letter)}`,
  (letter) => `%${[...hexOf(letter)].map((digit) => `%${hexOf(digit)}`).join('')}`,
]

const hexOf = (letter: string) => letter.charCodeAt(0).toString(16)

/** An address with a secret in it: what precedes and follows it, and how each of its characters is written. */
const writtenAddress = fc
  .record({
    before: fc.constantFrom('/', '/api/', '/download/', '/%zz/', '/%/', '/x%20y/', '//', '/_'),
    k: fc.constantFrom('k', 'K', '%6b', '%6B', '%256b', '', '%zz', '_', 'k%00'),
    slash: fc.constantFrom('/', '//', '%2f', '%2F', '%252f', '%25252F', '%5c', '%c0%af', ';', ''),
    after: fc.constantFrom('', '/api/app/upload-data', '/api/app/settings?a=1', '%', '/..', '?'),
    writings: fc.array(fc.constantFrom(...WRITINGS), { minLength: 1, maxLength: 7 }),
  })
  .map(({ before, k, slash, after, writings }) => (secret: string) => {
    const write = (letter: string, place: number) =>
      writings[place % writings.length]?.(letter) ?? letter
    return `${before}${k}${slash}${[...secret].map(write).join('')}${after}`
  })

function fullyDecoded(text: string): string {
  const decoded = text.replace(/%([0-9a-f]{2})/gi, (_escape, hex) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  )
  return decoded === text ? text : fullyDecoded(decoded)
}
