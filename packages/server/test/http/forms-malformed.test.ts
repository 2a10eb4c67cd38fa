/** Malformed forms of any kind are refused with a sentence, even if the form parser itself fails. */
import { allEndpoints } from '@rollcall/contract/all-endpoints'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { shareOf } from '../helpers/random-cases.ts'
import { type Session, startTestServer, type TestServer } from '../helpers/test-server.ts'

/** `npm test` sends 50 of them to each endpoint, `npm run test:long` all. */
const FORM_COUNT = 1_000
const FORMS = allEndpoints.filter(({ multipart }) => multipart !== undefined)

let server: TestServer
let session: Session

beforeAll(async () => {
  server = await startTestServer({ env: { ADMIN_LOGINS: 'boss', UPLOAD_PAIRING: 'key' } })
  session = await server.signIn('boss')
})
afterAll(() => server.stop())

/** The faults in the answers of all endpoints that accept a form. */
async function faultsOf(type: string, payload: Buffer | string, statuses?: number[]) {
  const faults: string[] = []
  for (const { method, path: url } of FORMS) {
    const headers = { ...session, 'content-type': type }
    const { statusCode, body } = await server.call({ method, url, headers, payload })
    const isRefused = statusCode >= 400 && statusCode < 500 && /"error":"\w.+\.","code"/.test(body)
    if (!isRefused || statuses?.includes(statusCode) === false) {
      faults.push(`${url} ${type.slice(0, 80)} (${type.length}): ${statusCode} ${body}`)
    }
  }
  return faults
}

const formOf = (boundary: string) =>
  `--${boundary}\r\nContent-Disposition: form-data; name="note"\r\n\r\n1\r\n--${boundary}--\r\n`

describe('a boundary', () => {
  it.each([...[1, 2, 69, 70, 71, 251, 252, 253, 254, 255, 256, 257, 1_000, 4_000, 10_000]])(
    'of %i characters gets 400',
    async (length) => {
      const boundary = 'b'.repeat(length)
      const faults = await faultsOf(
        `multipart/form-data; boundary=${boundary}`,
        formOf(boundary),
        [400],
      )
      expect(faults).toEqual([])
    },
  )

  it.each([
    ...['', ';', '; boundary', '; boundary=', '; boundary=""', '; boundary="', '; boundary=";"'],
    ...['; boundary="a', '; boundary=a;boundary=b', '; BOUNDARY=a', "; boundary*=utf-8''a%20b"],
    ...["; boundary*=nonsense''%ff", '; boundary=\u00e4', `; boundary="${'ü'.repeat(200)}"`],
    ...['; boundary=a\\"b', '; =a', ';;;', '; boundary=a b', '; boundary= ', '; charset=x'],
    `; boundary="${'\\"'.repeat(300)}"`,
  ])('written as %j gets 400', async (parameters) => {
    const faults = await faultsOf(`multipart/form-data${parameters}`, formOf('a'), [400])
    expect(faults).toEqual([])
  })
})

it(`${shareOf(FORM_COUNT)} forms of random bytes and headers are refused`, async () => {
  const word = fc.constantFrom(
    ...['--a', '--a--', '\r\n', '\r\n\r\n', '\n', '\r', '\0', '"', ';', '=', '%ff', '\\', ' '],
    ...['Content-Disposition: form-data', '; name="note"', '; name=streamerData', '; filename="x"'],
    ...["; filename*=utf-8''%ff", "; filename*=base64''YQ", '; name="__proto__"', '; name=file'],
    ...['Content-Type: application/json', 'Content-Type: text/csv; charset=utf-7', '{', 'null'],
    ...['Content-Transfer-Encoding: base64', 'toString', 'a'.repeat(5_000), ':', '\u00e4'],
  )
  const payload = fc
    .array(word, { maxLength: 40 })
    .map((words) => Buffer.from(`--a\r\n${words.join('')}`, 'latin1'))
  await fc.assert(
    fc.asyncProperty(payload, async (bytes) => {
      expect(await faultsOf('multipart/form-data; boundary=a', bytes)).toEqual([])
    }),
    { numRuns: shareOf(FORM_COUNT), seed: 75 },
  )
})
