/** The real server as a separate process that can be killed, stopped and started again. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { createInterface } from 'node:readline'
import { NO_RATE_LIMITS } from '@rollcall/server/limits'

const MAIN = createRequire(import.meta.url).resolve('@rollcall/server/main')
/** The same flags as in `npm start`. */
const NODE_FLAGS = ['--max-semi-space-size=4']
/** Only for a start that hangs: on a busy machine a start can take long. */
const READY_MS = 180_000

const METRICS_TOKEN = 'faults-4rX9vTq2LmWz8Kc7Yb3N'

export interface ServerSettings {
  dataDir: string
  port: number
  databaseUrl?: string | undefined
  env?: Readonly<Record<string, string>>
}

export interface ServerProcess {
  origin: string
  pid: number
  startedMs: number
  /** Resolves when the process has ended. */
  ended: Promise<{ code: number | null; signal: string | null }>
  output(): string
  kill(): Promise<void>
  /** Sends SIGTERM or, as Ctrl-C in a terminal does, SIGINT to the whole group; returns how long the end took. */
  stop(how?: 'SIGTERM' | 'Ctrl-C'): Promise<{ code: number | null; ms: number }>
}

/** Fails with the server's output if it does not start. */
export async function startServer(settings: ServerSettings): Promise<ServerProcess> {
  const began = performance.now()
  const server = spawnServer(settings)
  const timer = setTimeout(() => void server.kill(), READY_MS)
  try {
    await Promise.race([
      server.isReady,
      server.ended.then(() => {
        throw new Error(`The server did not start: ${server.output()}`)
      }),
    ])
  } finally {
    clearTimeout(timer)
  }
  return { ...server, startedMs: performance.now() - began }
}

const running = new Set<ChildProcess>()

/** Ends what a failed fault left running. */
export function endAllServers(): void {
  for (const child of running) child.kill('SIGKILL')
}

/** Starts a server without waiting until it is ready. */
export function spawnServer(settings: ServerSettings) {
  const { dataDir, port, databaseUrl, env } = settings
  const { PATH = '', HOME = '', TMPDIR } = process.env
  const child = spawn(process.execPath, [...NODE_FLAGS, MAIN], {
    // A separate process group, as in a terminal, so that Ctrl-C can be sent to all of it.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH,
      HOME,
      ...(TMPDIR !== undefined && { TMPDIR }),
      PORT: String(port),
      DATA_DIR: dataDir,
      SEASON: '75',
      METRICS_TOKEN,
      SESSION_SECRET: 'only-for-the-faults-0123456789-abcdef',
      PRIVACY_KEY: 'only-for-the-faults-abcdef-0123456789',
      ...NO_RATE_LIMITS,
      ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }),
      ...env,
    },
  })
  running.add(child)
  child.on('close', () => running.delete(child))
  const lines: string[] = []
  const ready = Promise.withResolvers<void>()
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on('line', (line) => {
      if (line.includes(' is ready at ')) ready.resolve()
      // There are too many lines of requests.
      if (!line.startsWith('{"level":30')) lines.push(line)
      if (lines.length > 50) lines.shift()
    })
  }
  const ended = once(child, 'close').then(([code, signal]) => ({ code, signal }))
  return {
    origin: `http://127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    isReady: ready.promise,
    ended,
    output: () => lines.join('\n'),
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
    async stop(how: 'SIGTERM' | 'Ctrl-C' = 'SIGTERM') {
      const began = performance.now()
      if (how === 'Ctrl-C') {
        process.kill(-(child.pid ?? 0), 'SIGINT')
      } else {
        child.kill('SIGTERM')
      }
      const { code } = await ended
      return { code, ms: performance.now() - began }
    },
  }
}

const ask = (origin: string, path: string, headers = {}) =>
  fetch(new URL(path, origin), { headers, signal: AbortSignal.timeout(10_000) })

async function readMetrics(origin: string): Promise<string> {
  const metrics = await ask(origin, '/metrics', { authorization: `Bearer ${METRICS_TOKEN}` })
  return metrics.text()
}

/** How many calls of a route the server has answered so far. */
export async function countCalls(origin: string, route: string): Promise<number> {
  const counts = (await readMetrics(origin))
    .split('\n')
    .filter((line) => line.startsWith('rollcall_request_duration_seconds_count{'))
    .filter((line) => line.includes(`route="${route}"`))
    .map((line) => Number(line.split('} ')[1]))
  return counts.reduce((sum, count) => sum + count, 0)
}

/** What `/health`, `/ready` and `/metrics` say now. */
export async function watch(origin: string) {
  const [health, ready, numbers] = await Promise.all([
    ask(origin, '/health'),
    ask(origin, '/ready'),
    readMetrics(origin),
  ])
  const gauge = (name: string) => Number(new RegExp(`^${name} (.*)$`, 'm').exec(numbers)?.[1])
  const body = (await ready.json()) as { uploads?: string; code?: string }
  return {
    health: health.status,
    ready: ready.status,
    uploads: body.uploads ?? body.code,
    databaseUp: gauge('rollcall_database_up'),
    uploadsOpen: gauge('rollcall_uploads_open'),
  }
}

export const WELL = {
  health: 200,
  ready: 200,
  uploads: 'open',
  databaseUp: 1,
  uploadsOpen: 1,
} as const
