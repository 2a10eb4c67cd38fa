/**
 * Mutated samples of every upload format are accepted, or refused with a code and without a change except the
 * receipt.
 */
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { mutatedUpload } from '../helpers/mutated-uploads.ts'
import { shareOf } from '../helpers/random-cases.ts'
import { watchWrites } from '../helpers/stored-rows.ts'
import { startTestServer, type TestServer } from '../helpers/test-server.ts'

const { FUZZ_FILES, FUZZ_SEED } = process.env
const FILES = Number(FUZZ_FILES ?? shareOf(10_000))
const SEED = Number(FUZZ_SEED ?? (FUZZ_FILES === undefined ? 75 : Date.now() % 1_000_000))
/** What a refusal may leave: the receipt, log entries, and the last use of sessions and keys. */
const MAY_CHANGE = new Set(['uploads', 'audit_log', 'sessions', 'upload_keys'])

let server: TestServer
let eventId: number
let callers: Record<string, string>[]
let takeWritten: () => Promise<string[]>

beforeAll(async () => {
  server = await startTestServer({
    env: { ADMIN_LOGINS: 'boss', UPLOAD_PAIRING: 'key' },
    startsAt: new Date('2026-10-02T12:00:00Z'),
  })
  const caster = await server.signIn('sample_caster')
  callers = [caster, await server.signIn('boss')]
  const get = async (url: string) =>
    (await server.call({ method: 'GET', url, headers: caster })).json()
  const { id } = await get('/api/user')
  const [configuration] = await get('/api/events/leaderboards')
  const created = await server.call({
    method: 'POST',
    url: '/api/events/createEventSingle',
    headers: caster,
    body: {
      name: 'Cup',
      startDate: '2026-09-01',
      endDate: '2026-10-30',
      participants: [id],
      leaderboard: configuration.id,
      timeZone: 'UTC',
    },
  })
  expect(created.statusCode, created.body).toBe(200)
  eventId = created.json().id
  takeWritten = await watchWrites(server.context.db)
})
afterAll(() => server.stop())

it(`${FILES} mutated uploads are accepted or refused`, { timeout: 3_600_000 }, async () => {
  const answers = new Map<string, number>()
  const upload = fc.tuple(mutatedUpload, fc.nat(1))
  await fc.assert(
    fc.asyncProperty(upload, async ([{ name, call, isDryRun }, caller]) => {
      const response = await server.call(call(eventId, callers[caller] ?? {}))
      const { statusCode: status, body } = response
      const label = `${name}: ${status} ${body.slice(0, 500)}`
      const answer = JSON.parse(body)
      const written = await takeWritten()
      if (status === 200) {
        expect(answer, label).toMatchObject({ message: expect.stringMatching(/\w/) })
        // The triggers must have noted stored uploads. Otherwise their silence on refusals would mean nothing.
        const isStored = !isDryRun && !answer.duplicate && !answer.stale
        expect(written.some((table) => !MAY_CHANGE.has(table)) || !isStored, label).toBe(true)
      } else {
        expect(status, label).toBeGreaterThanOrEqual(400)
        expect(status, label).toBeLessThan(500)
        expect(answer, label).toMatchObject({
          error: expect.stringMatching(/^\S[^\0]{5,}$/),
          code: expect.stringMatching(/^[a-z_]+$/),
        })
        expect(
          written.filter((table) => !MAY_CHANGE.has(table)),
          label,
        ).toEqual([])
      }
      const outcome = status === 200 ? '200' : `${status} ${answer.code}`
      answers.set(outcome, (answers.get(outcome) ?? 0) + 1)
    }),
    { numRuns: FILES, seed: SEED, endOnFailure: false },
  )
  const counts = Object.fromEntries([...answers].toSorted())
  if (FUZZ_FILES !== undefined) {
    process.stdout.write(`seed ${SEED}: ${JSON.stringify(counts)}\n`)
  }
  // If all were refused at once, the rest of the code would not have been tested.
  expect(counts['200'] ?? 0, JSON.stringify(counts)).toBeGreaterThan(FILES / 20)
  expect(Object.keys(counts).length, JSON.stringify(counts)).toBeGreaterThan(8)
  expect(Object.prototype).not.toHaveProperty('polluted')
  const ready = await server.call({ method: 'GET', url: '/ready' })
  expect(ready.statusCode).toBe(200)
})
