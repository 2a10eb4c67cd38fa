/**
 * The real server for a measurement. It runs in its own process, so that measuring takes none of its thread's time,
 * on its own embedded database or, with DATABASE_URL, on a temporary database on that server.
 */
import { type ChildProcess, execFileSync, fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { NO_RATE_LIMITS } from '@rollcall/server/limits'
import pg from 'pg'

export interface MeasuredServer {
  origin: string
  databaseName: 'embedded' | 'PostgreSQL'
  pid: number
  /**
   * Starts another process on the same database, which must be stopped before this one. Not possible with the
   * embedded database.
   */
  beside(): Promise<MeasuredServer>
  /** Ends the process and starts a new one on the same data; the old object must not be used any more. */
  restart(): Promise<MeasuredServer>
  /**
   * Calls a file's exported function, `(server: RunningServer, input) => answer`, in the server's process, on its
   * database and through its connections.
   */
  run<Answer>(file: string, name: string, input?: unknown): Promise<Answer>
  /** Ends the process and removes its data. */
  stop(): Promise<void>
}

/** The messages to the server's process and back. */
export interface RunRequest {
  id: number
  file: string
  name: string
  input: unknown
}
export type RunReply =
  | { kind: 'ready'; port: number }
  | { kind: 'answer'; id: number; answer: unknown }
  | { kind: 'failed'; id: number | null; message: string }

const BUILD = fileURLToPath(new URL('../packages/web/build-if-stale.ts', import.meta.url))
const PROCESS = fileURLToPath(new URL('./measured-process.ts', import.meta.url))

/** The same flags as the service in docs/operating.md. */
const NODE_FLAGS = ['--max-semi-space-size=4']
const ALLOCATOR = { MALLOC_MMAP_THRESHOLD_: '131072' }

/** Builds the pages that the measured server serves; must be called before it starts. */
export function buildPages(): void {
  execFileSync(process.execPath, [BUILD], { stdio: 'inherit' })
}

/** @param environment added to what every measurement has: no rate limits, season 75 */
export async function startMeasured(
  environment: Readonly<Record<string, string>> = {},
): Promise<MeasuredServer> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'rollcall-bench-'))
  const database = await createDatabase(process.env.DATABASE_URL)
  const drop = async () => {
    await database?.drop()
    await rm(dataDir, { recursive: true, force: true })
  }
  const { PATH = '', HOME = '', TMPDIR = tmpdir() } = process.env
  const env = {
    PATH,
    HOME,
    TMPDIR,
    PORT: '0',
    DATA_DIR: dataDir,
    SEASON: '75',
    SESSION_SECRET: 'only-for-the-bench-0123456789abcdef',
    PRIVACY_KEY: 'only-for-the-bench-abcdef0123456789',
    ...NO_RATE_LIMITS,
    ...ALLOCATOR,
    ...(database && { DATABASE_URL: database.url }),
    ...environment,
  }
  return startProcess(env, drop)
}

async function startProcess(
  env: Readonly<Record<string, string>>,
  drop: () => Promise<void>,
): Promise<MeasuredServer> {
  const child = fork(PROCESS, { serialization: 'advanced', env, execArgv: NODE_FLAGS })
  const end = async () => {
    if (child.connected) child.disconnect()
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  }
  const stop = async () => {
    await end()
    await drop()
  }
  try {
    const { port, run } = await openCalls(child)
    return {
      origin: `http://127.0.0.1:${port}`,
      databaseName: env.DATABASE_URL === undefined ? 'embedded' : 'PostgreSQL',
      pid: child.pid ?? 0,
      run,
      beside: () => startProcess(env, async () => {}),
      async restart() {
        await end()
        return startProcess(env, drop)
      },
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

async function openCalls(child: ChildProcess) {
  const waiting = new Map<number, PromiseWithResolvers<unknown>>()
  const ready = Promise.withResolvers<number>()
  let lastId = 0
  child.on('message', (reply: RunReply) => {
    if (reply.kind === 'ready') {
      ready.resolve(reply.port)
    } else if (reply.kind === 'answer') {
      waiting.get(reply.id)?.resolve(reply.answer)
    } else if (reply.id === null) {
      ready.reject(new Error(reply.message))
    } else {
      waiting.get(reply.id)?.reject(new Error(reply.message))
    }
  })
  child.on('exit', (code) => {
    const error = new Error(`The measured server ended with ${code}`)
    for (const { reject } of [ready, ...waiting.values()]) reject(error)
  })
  const run = async <Answer>(file: string, name: string, input?: unknown): Promise<Answer> => {
    lastId += 1
    const id = lastId
    const call = Promise.withResolvers<unknown>()
    waiting.set(id, call)
    child.send({ id, file, name, input } satisfies RunRequest)
    try {
      // The caller knows what the named function returns.
      return (await call.promise) as Answer
    } finally {
      waiting.delete(id)
    }
  }
  return { port: await ready.promise, run }
}

async function createDatabase(
  serverUrl: string | undefined,
): Promise<{ url: string; drop(): Promise<void> } | null> {
  if (!serverUrl) return null
  const url = new URL(serverUrl)
  const name = `rollcall_bench_${randomUUID().replaceAll('-', '')}`
  url.pathname = `/${name}`
  await runOn(serverUrl, `create database ${name}`)
  return { url: url.href, drop: () => runOn(serverUrl, `drop database ${name} with (force)`) }
}

async function runOn(serverUrl: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
