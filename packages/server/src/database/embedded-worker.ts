/**
 * The thread in which the embedded database lives: its calls and syncs block the thread they run
 * on, and the web server's must not stand still.
 */
import { parentPort, workerData } from 'node:worker_threads'
import { type PGlite, protocol } from '@electric-sql/pglite'
import { syncTree } from './durable-node-fs.ts'
import { createPgliteFiles, type PgliteInput, startPglite } from './start-pglite.ts'
import type { Reply, Request, WorkerInput } from './worker-messages.ts'

const { directory, task, wasm, syncCounter }: WorkerInput = workerData
const port = parentPort
if (!port) throw new Error('runs as a worker thread only')

const syncs = new Int32Array(syncCounter)
const input: PgliteInput = {
  directory,
  wasm,
  onSync: () => Atomics.add(syncs, 0, 1),
  onDeath: (reason) => {
    reply({ kind: 'failed', message: reason })
    process.exit(1)
  },
}

try {
  if (task === 'initialise') await initialise()
  else await serve(port)
} catch (error) {
  reply({ kind: 'failed', message: text(error) })
}

/** Unsynced while it is made, then synced as a whole: nothing is acknowledged before that. */
async function initialise(): Promise<void> {
  await createPgliteFiles(input)
  syncTree(directory)
  reply({ kind: 'ready' })
}

async function serve(port: NonNullable<typeof parentPort>): Promise<void> {
  const pglite = await startPglite(input)
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

function text(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
