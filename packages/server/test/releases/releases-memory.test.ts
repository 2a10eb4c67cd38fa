import { type ChildProcess, fork } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { MIB } from '../../src/limits.ts'
import { makeInstaller } from '../helpers/sample-installer.ts'
import type { Session } from '../helpers/test-server.ts'

const INSTALLER_BYTES = 200 * MIB
const MOST_ADDED_BYTES = 30 * MIB
const BOUNDARY = 'rollcall-test-boundary'

let dataDir: string
let server: ChildProcess
let origin: string
let headers: Session

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'rollcall-memory-'))
  server = fork(fileURLToPath(new URL('../helpers/server-process.ts', import.meta.url)), {
    env: {
      ...process.env,
      PORT: '0',
      DATA_DIR: dataDir,
      ADMIN_LOGINS: 'boss',
      RATE_LIMIT_GENERAL: 'off',
      // As in the service of docs/operating.md.
      MALLOC_MMAP_THRESHOLD_: '131072',
    },
    execArgv: ['--max-semi-space-size=4'],
  })
  const [ready] = await Promise.race([once(server, 'message'), failedStart(server)])
  origin = ready.origin
  headers = { authorization: `Bearer ${ready.token}` }
})
afterAll(async () => {
  server.disconnect()
  await once(server, 'exit')
  await rm(dataDir, { recursive: true })
})

async function failedStart(child: ChildProcess): Promise<never> {
  await once(child, 'exit')
  throw new Error('the server did not start')
}

/** The most memory the server held since the previous call. */
async function peakBytes(): Promise<number> {
  server.send('peak')
  const [{ peakBytes: peak }] = await once(server, 'message')
  return peak
}

/** A form with a file that is generated while it is sent. */
async function* formOf(name: string, size: number): AsyncGenerator<Uint8Array> {
  yield Buffer.from(
    `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\n\r\n`,
  )
  yield* contentOf(size)
  yield Buffer.from(`\r\n--${BOUNDARY}--\r\n`)
}

function* contentOf(size: number): Generator<Uint8Array> {
  const program = makeInstaller(100_000)
  yield program
  const chunk = Buffer.alloc(MIB, 7)
  for (let left = size - program.length; left > 0; left -= chunk.length) {
    yield chunk.subarray(0, left)
  }
}

async function upload(name: string, size: number): Promise<void> {
  const response = await fetch(`${origin}/api/admin/upload`, {
    method: 'POST',
    headers: { ...headers, 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
    body: Readable.toWeb(Readable.from(formOf(name, size))),
    duplex: 'half',
  } as RequestInit)
  expect(response.status, await response.text()).toBe(200)
}

async function hashOfDownload(name: string): Promise<string> {
  const response = await fetch(`${origin}/download/${name}`)
  const hash = createHash('sha256')
  for await (const chunk of response.body ?? []) {
    hash.update(chunk)
  }
  return hash.digest('hex')
}

it.skipIf(process.env.TEST_DATABASE_URL)(
  'an upload and a download of 200 MB do not fill the memory',
  async () => {
    // The first upload and download load code, which must not count.
    await upload('Warm-1.exe', MIB)
    await hashOfDownload('Warm-1.exe')
    await peakBytes()
    const atRest = await peakBytes()

    await upload('Big-2.exe', INSTALLER_BYTES)
    const goingUp = await peakBytes()
    const expected = createHash('sha256')
    for (const chunk of contentOf(INSTALLER_BYTES)) {
      expected.update(chunk)
    }
    expect(await hashOfDownload('Big-2.exe')).toBe(expected.digest('hex'))
    const goingDown = await peakBytes()

    expect((goingUp - atRest) / MIB).toBeLessThan(MOST_ADDED_BYTES / MIB)
    expect((goingDown - atRest) / MIB).toBeLessThan(MOST_ADDED_BYTES / MIB)
  },
)
