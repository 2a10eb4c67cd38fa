/**
 * The thread in which the embedded database lives: its calls and syncs block the thread they run
 * on, and the web server's must not stand still.
 */
import { writeSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { PGlite, protocol } from '@electric-sql/pglite'
import { DurableNodeFS, syncTree } from './durable-node-fs.ts'
import type { Reply, Request, WorkerInput } from './worker-messages.ts'

const input: WorkerInput = workerData
const port = parentPort
if (!port) throw new Error('runs as a worker thread only')

const syncs = new Int32Array(input.syncCounter)
const lastWords: string[] = []
const options = {
  fs: new DurableNodeFS(input.directory, {
    onSync: () => Atomics.add(syncs, 0, 1),
    onFailure: (error) => die(`The database could not be written to the disk: ${describe(error)}`),
  }),
  pgliteWasmModule: input.wasm,
  onStderr: (line: string) => {
    lastWords.push(line)
    if (lastWords.length > 20) lastWords.shift()
    return false
  },
}

try {
  if (input.task === 'initialise') await initialise()
  else await serve(port)
} catch (error) {
  reply({ kind: 'failed', message: describe(error) })
}

/** Unsynced while it is made, then synced as a whole: nothing is acknowledged before that. */
async function initialise(): Promise<void> {
  const pglite = await PGlite.create(options)
  await pglite.close()
  syncTree(input.directory)
  reply({ kind: 'ready' })
}

async function serve(port: NonNullable<typeof parentPort>): Promise<void> {
  const pglite = await PGlite.create({
    ...options,
    startParams: [
      ...PGlite.defaultStartParams.filter((param) => param !== '-F'),
      // fdatasync, the default, is a stub that does nothing.
      ...['-c', 'fsync=on', '-c', 'wal_sync_method=fsync'],
    ],
  })
  port.on('message', async (request: Request) => {
    if (request.kind === 'bytes') {
      await answer(pglite, request)
    } else if (request.kind === 'end') {
      await endSession(pglite)
    } else {
      await pglite.close()
      port.close()
    }
  })
  reply({ kind: 'ready' })
}

async function answer(
  pglite: PGlite,
  request: { connection: number; bytes: Uint8Array },
): Promise<void> {
  const bytes = await exchange(pglite, request.bytes)
  reply({ kind: 'bytes', connection: request.connection, bytes }, [bytes.buffer])
}

/** What a server does when a client goes: no open transaction or setting reaches the next one. */
async function endSession(pglite: PGlite): Promise<void> {
  if (pglite.isInTransaction()) await exchange(pglite, protocol.serialize.query('rollback'))
  await exchange(pglite, protocol.serialize.query('discard all'))
}

async function exchange(pglite: PGlite, bytes: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = []
  // PGlite's own `syncToFs` does nothing on this file system: the commit has synced already.
  await pglite.execProtocolRawStream(bytes, {
    syncToFs: false,
    onRawData: (chunk) => chunks.push(chunk.slice()),
  })
  return concatenate(chunks)
}

function concatenate(chunks: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(chunks.reduce((sum, chunk) => sum + chunk.length, 0))
  let offset = 0
  for (const chunk of chunks) {
    whole.set(chunk, offset)
    offset += chunk.length
  }
  return whole
}

function reply(message: Reply, transfer: ArrayBuffer[] = []): void {
  port?.postMessage(message, transfer)
}

function describe(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  const reason = lastWords.findLast((line) => /FATAL|PANIC|ERROR/.test(line))
  return reason ? `${message} (${reason})` : message
}

/** Ends the whole process at once: after a failed sync nobody knows what the disk holds. */
function die(message: string): never {
  writeSync(2, `${message}\n`)
  process.kill(process.pid, 'SIGKILL')
  for (;;) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
}
