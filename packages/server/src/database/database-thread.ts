import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { Worker } from 'node:worker_threads'
import { lostConnection } from './lost-connection.ts'
import type { Reply, Request, WorkerInput } from './worker-messages.ts'
import { WorkerStream } from './worker-stream.ts'

/** The thread that runs the embedded database, seen from the main thread. */
export interface DatabaseThread {
  connect(): WorkerStream
  /** Syncs that reached the disk since the start. */
  syncCount(): number
  /** Shuts the database down cleanly and ends the thread. */
  stop(): Promise<void>
}

let compiled: Promise<WebAssembly.Module> | undefined

/** Makes a new database in the empty directory, synced to the disk when this resolves. */
export async function initialiseDatabase(directory: string): Promise<void> {
  const { worker } = await startWorker({ directory, task: 'initialise' })
  await worker.terminate()
}

/**
 * Starts the database in `directory` and resolves when it answers.
 * @param onDeath called once if the thread ends without `stop`; its connections have failed then.
 */
export async function startDatabaseThread(
  directory: string,
  onDeath: (reason: string) => void,
): Promise<DatabaseThread> {
  const { worker, syncs } = await startWorker({ directory, task: 'serve' })
  const connections = new Map<number, WorkerStream>()
  let lastConnection = 0
  let stopping = false
  let reason = 'it ended without saying why'
  // Not `once`, which would reject where the thread fails.
  const exited = new Promise<void>((resolve) => worker.on('exit', () => resolve()))

  const post = (request: Request, transfer: ArrayBuffer[] = []) =>
    worker.postMessage(request, transfer)

  worker.on('message', (reply: Reply) => {
    if (reply.kind === 'bytes') connections.get(reply.connection)?.push(reply.bytes)
    if (reply.kind === 'failed') reason = reply.message
  })
  worker.on('error', (error) => {
    reason = error.message
  })
  worker.on('exit', () => {
    for (const stream of connections.values()) {
      stream.destroy(lostConnection('The embedded database has stopped'))
    }
    if (!stopping) onDeath(reason)
  })

  return {
    connect() {
      lastConnection += 1
      const connection = lastConnection
      const stream = new WorkerStream({
        send: (bytes) => post({ kind: 'bytes', connection, bytes }, [bytes.buffer]),
        ended: () => {
          connections.delete(connection)
          if (!stopping) post({ kind: 'end', connection })
        },
      })
      connections.set(connection, stream)
      return stream
    },
    syncCount: () => Atomics.load(syncs, 0),
    async stop() {
      stopping = true
      post({ kind: 'stop' })
      await exited
    },
  }
}

async function startWorker(input: Pick<WorkerInput, 'directory' | 'task'>) {
  // Compiled once per process, so that a second opening is quicker.
  compiled ??= compileDatabase()
  const syncCounter = new SharedArrayBuffer(4)
  const workerData: WorkerInput = { ...input, wasm: await compiled, syncCounter }
  const worker = new Worker(new URL('./embedded-worker.ts', import.meta.url), { workerData })
  const [reply]: [Reply] = await Promise.race([
    once(worker, 'message') as Promise<[Reply]>,
    once(worker, 'exit').then((): never => {
      throw new Error('it ended while starting')
    }),
  ])
  if (reply.kind === 'failed') {
    await worker.terminate()
    throw new Error(reply.message)
  }
  return { worker, syncs: new Int32Array(syncCounter) }
}

async function compileDatabase(): Promise<WebAssembly.Module> {
  const file = createRequire(import.meta.url).resolve('@electric-sql/pglite/pglite.wasm')
  return WebAssembly.compile(await readFile(file))
}
