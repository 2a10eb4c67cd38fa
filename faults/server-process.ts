/** The real server in a separate process, to be killed, stopped and started again. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { createInterface } from 'node:readline'
import { NO_RATE_LIMITS } from '@rollcall/server/limits'

const MAIN = createRequire(import.meta.url).resolve('@rollcall/server/main')
/** As `npm start` has it. */
const NODE_FLAGS = ['--max-semi-space-size=4']
/** Only stops what hangs: on a machine with much other work a start takes long. */
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
  /** Once it is down: the exit code or the signal, and its last lines. */
  ended: Promise<{ code: number | null; signal: string | null }>
  said(): string
  kill(): Promise<void>
  /** SIGTERM, or as Ctrl-C in a terminal does it SIGINT to the whole group; gives how long the end took. */
  stop(how?: 'SIGTERM' | 'Ctrl-C'): Promise<{ code: number | null; ms: number }>
}

/** A server that does not start fails with what it said. */
export async function startServer(settings: ServerSettings): Promise<ServerProcess> {
  const began = performance.now()
  const server = spawnServer(settings)
  const timer = setTimeout(() => void server.kill(), READY_MS)
  try {
    await Promise.race([
      server.isReady,
      server.ended.then(() => {
        throw new Error(`The server did not start: ${server.said()}`)
      }),
    ])
  } finally {
    clearTimeout(timer)
  }
  return { ...server, startedMs: performance.now() - began }
}

const running = new Set<ChildProcess>()

/** Whatever a fault left running when it failed. */
export function endAllServers(): void {
  for (const child of running) child.kill('SIGKILL')
}

/** Without waiting for it to listen. */
export function spawnServer(settings: ServerSettings) {
  const { dataDir, port, databaseUrl, env } = settings
  const { PATH = '', HOME = '', TMPDIR } = process.env
  const child = spawn(process.execPath, [...NODE_FLAGS, MAIN], {
    // A process group of its own, as a terminal makes one, so that Ctrl-C can be sent to all of it.
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
      // Of the requests' own lines there are too many.
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
    said: () => lines.join('\n'),
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

/** What the three addresses say about the server now. */
export async function watch(origin: string) {
  const ask = (path: string, headers = {}) =>
    fetch(new URL(path, origin), { headers, signal: AbortSignal.timeout(10_000) })
  const [health, ready, metrics] = await Promise.all([
    ask('/health'),
    ask('/ready'),
    ask('/metrics', { authorization: `Bearer ${METRICS_TOKEN}` }),
  ])
  const numbers = await metrics.text()
  const gauge = (name: string) => Number(new RegExp(`^${name} (.*)$`, 'm').exec(numbers)?.[1])
  const said = (await ready.json()) as { uploads?: string; code?: string }
  return {
    health: health.status,
    ready: ready.status,
    uploads: said.uploads ?? said.code,
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
