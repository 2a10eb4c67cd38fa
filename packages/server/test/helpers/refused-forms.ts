/** Forms that are answered before they have arrived completely, and what happens to their connections. */
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import http, { type Agent } from 'node:http'
import https from 'node:https'
import { makeInstaller } from './sample-installer.ts'

const CRLF = '\r\n'
const BOUNDARY = 'rollcall-test-boundary'
const FORM_TYPE = `multipart/form-data; boundary=${BOUNDARY}`

/** The time after which a call fails if the server hangs or waits for the whole form. */
const GIVE_UP_MS = 120_000
const PIECE = Buffer.alloc(1024 * 1024, 'x')

/** One of them is accepted without its rest. */
interface RefusedForm {
  what: string
  path: string
  headers: Readonly<Record<string, string>>
  /** The beginning of the form, with an open part. The test adds as many bytes as it wants. */
  head: Buffer
  status: number
  fromBytes?: number
  toBytes?: number
}

type Headers = Readonly<Record<string, string>>

const open = (name: string, fileName?: string) =>
  `--${BOUNDARY}${CRLF}Content-Disposition: form-data; name="${name}"${fileName === undefined ? '' : `; filename="${fileName}"`}${CRLF}${CRLF}`
const part = (name: string, content: string, fileName?: string) =>
  open(name, fileName) + content + CRLF
const TAIL = `${CRLF}--${BOUNDARY}--${CRLF}`

const ROUTES = [
  { path: '/api/app/upload-data', file: 'viewerData' },
  { path: '/api/app/upload-event-data', file: 'eventData' },
  { path: '/api/app/upload-mpl-data', file: 'raceData' },
]

/** The forms that exist in a size. */
export function refusedForms(
  sessions: { user: Headers; admin: Headers },
  sizeBytes: number,
): RefusedForm[] {
  return allRefusedForms(sessions).filter(
    ({ fromBytes = 0, toBytes = sizeBytes }) => sizeBytes >= fromBytes && sizeBytes <= toBytes,
  )
}

function allRefusedForms({ user, admin }: { user: Headers; admin: Headers }): RefusedForm[] {
  const wrong = { authorization: 'Bearer wrong' }
  const fields = (count: number) => Array.from({ length: count }, () => part('note', '1')).join('')
  const uploads = ROUTES.flatMap(({ path, file }) => {
    const refused = (what: string, status: number, head: string, more = {}) => ({
      what: `${what}, ${path}`,
      path,
      headers: { 'content-type': FORM_TYPE },
      head: Buffer.from(head),
      status,
      ...more,
    })
    const type = (text: string) => ({ headers: { 'content-type': text } })
    return [
      refused('a session that has ended', 401, open(file, 'a.csv'), {
        headers: { 'content-type': FORM_TYPE, ...wrong },
      }),
      refused(
        'a wrong key, and more after the end',
        401,
        `${part(file, 'a', 'a.csv')}${part('streamerData', 'a', 'a.csv')}${part('uploadKey', 'rck_a')}--${BOUNDARY}--${CRLF}`,
        // The form parser keeps reading, so the answer comes only after the whole form.
        { toBytes: 20_000_000 },
      ),
      refused('a duplicate part', 400, part(file, 'a', 'a.csv') + open(file, 'a.csv')),
      refused('a field with NUL', 422, part('note', 'a\0b') + open(file, 'a.csv')),
      refused('too many fields', 413, fields(12) + open(file, 'a.csv')),
      refused('too large', 413, open(file, 'a.csv'), { fromBytes: 20_000_000 }),
      refused('no boundary', 400, open(file, 'a.csv'), type('multipart/form-data')),
      refused('no form', 400, open(file, 'a.csv'), type('text/csv')),
    ]
  })
  const installer = (what: string, status: number, head: string | Buffer, headers = admin) => ({
    what,
    path: '/api/admin/upload',
    headers: { 'content-type': FORM_TYPE, ...headers },
    head: Buffer.from(head),
    status,
  })
  const program = makeInstaller(100_000)
  const installers = [
    installer('an installer without a session', 401, open('file', 'a.exe'), {}),
    installer('an installer with a wrong session', 401, open('file', 'a.exe'), wrong),
    installer('an installer of a user', 403, open('file', 'a.exe'), user),
    installer('an installer that is no program', 422, open('file', 'a.exe')),
    installer('an installer with another name', 422, open('file', 'a\0.txt')),
    installer('an installer with a taken name', 409, open('file', TAKEN_INSTALLER)),
    installer('an installer after too many fields', 400, fields(12) + open('file', 'a.exe')),
    {
      what: 'a second installer after one that is taken',
      path: '/api/admin/upload',
      headers: { 'content-type': FORM_TYPE, ...admin },
      status: 200,
      // A name is never used twice.
      get head() {
        const first = Buffer.from(open('file', `${randomUUID()}.exe`))
        return Buffer.concat([first, program, Buffer.from(CRLF + open('file', 'b.exe'))])
      },
    },
    {
      ...installer(
        'an installer that is too large',
        413,
        Buffer.concat([Buffer.from(open('file', 'large.exe')), program]),
      ),
      fromBytes: 20_000_000,
    },
  ]
  return [...uploads, ...installers]
}

/** The name of an installer that the test uploads before. */
export const TAKEN_INSTALLER = 'Taken-1.0.exe'
export const REFUSED_FORMS_ENV = {
  ADMIN_LOGINS: 'boss',
  UPLOAD_PAIRING: 'key',
  MAX_INSTALLER_MIB: '10',
}

export interface Refusal {
  status: number
  /** The time from the beginning of the call to the end of its answer. */
  answerMs: number
  /** The time of the next call, from the end of the form. */
  nextMs: number
  /** Whether the next call used the same connection. */
  isReused: boolean
}

/** @param quickMs how long an answer may take, by default `GIVE_UP_MS` */
export function faultsOf(
  { what, status }: { what: string; status: number },
  refusal: Refusal,
  quickMs = GIVE_UP_MS,
): string[] {
  const { answerMs, nextMs, isReused } = refusal
  const isFine = refusal.status === status && answerMs < quickMs && nextMs < quickMs && isReused
  return isFine
    ? []
    : [
        `${what}: ${refusal.status} after ${answerMs.toFixed()} ms, the next call ${nextMs.toFixed()} ms, ${isReused ? 'same' : 'another'} connection`,
      ]
}

/** Sends the whole form, regardless of when the answer comes, and then a call on the same connection. */
export async function sendRefused(
  { origin, agent }: { origin: string; agent: Agent },
  { path, headers, head }: RefusedForm,
  sizeBytes: number,
): Promise<Refusal> {
  const began = performance.now()
  const { request: call } = origin.startsWith('https:') ? https : http
  const request = call(new URL(path, origin), {
    method: 'POST',
    agent,
    headers: {
      ...headers,
      'content-length': head.length + sizeBytes + TAIL.length,
    },
    signal: AbortSignal.timeout(GIVE_UP_MS),
  })
  const [answer] = await Promise.all([
    answerOf(request).then((status) => ({ status, answerMs: performance.now() - began })),
    sendBody(request, head, sizeBytes),
  ])
  const nextBegan = performance.now()
  const next = call(new URL('/health', origin), {
    agent,
    signal: AbortSignal.timeout(GIVE_UP_MS),
  }).end()
  await answerOf(next)
  return { ...answer, nextMs: performance.now() - nextBegan, isReused: next.reusedSocket }
}

async function answerOf(request: http.ClientRequest): Promise<number> {
  const [response] = (await once(request, 'response')) as [http.IncomingMessage]
  response.resume()
  await once(response, 'end')
  return response.statusCode ?? 0
}

/** Does not wait between the pieces: after the answer, a request emits no more `drain`. */
async function sendBody(request: http.ClientRequest, head: Buffer, sizeBytes: number) {
  request.write(head)
  for (let left = sizeBytes; left > 0; left -= PIECE.length) {
    request.write(PIECE.subarray(0, left))
  }
  request.end(TAIL)
  await once(request, 'finish')
}

/** The same with `fetch` of Node, which chooses its connections itself. */
export async function fetchRefused(
  origin: string,
  admin: Headers,
  sizeBytes: number,
  quickMs?: number,
): Promise<string[]> {
  const body = new FormData()
  body.set('file', new Blob([Buffer.alloc(sizeBytes)]), 'setup.exe')
  const timed = async (path: string, init: RequestInit) => {
    const began = performance.now()
    const response = await fetch(new URL(path, origin), {
      ...init,
      signal: AbortSignal.timeout(GIVE_UP_MS),
    })
    await response.arrayBuffer()
    return { status: response.status, ms: performance.now() - began }
  }
  const refusal = await timed('/api/admin/upload', { method: 'POST', headers: admin, body })
  const next = await timed('/health', {})
  return faultsOf(
    { what: `an installer of ${sizeBytes} bytes by fetch`, status: 422 },
    { status: refusal.status, answerMs: refusal.ms, nextMs: next.ms, isReused: true },
    quickMs,
  )
}
