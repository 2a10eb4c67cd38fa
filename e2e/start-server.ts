/** Prepares the journeys: a browser, built pages and the real server on an empty data directory. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { NO_RATE_LIMITS } from '@rollcall/server/limits'
import { findFreePort } from '@rollcall/server/testing/free-port'
import { findChromium } from './find-chromium.ts'

const ROOT = path.resolve(import.meta.dirname, '..')
const RESULTS = path.join(import.meta.dirname, 'test-results')
const START_MS = 240_000
const STOP_MS = 120_000

/** An allowed origin for webhooks, where nothing listens. */
export const NOBODY_LISTENS = 'http://127.0.0.1:9'

/** The one login that is an admin. */
export const ADMIN = 'MarbleMaven'

export default async function startServer(): Promise<() => Promise<void>> {
  process.env.E2E_CHROMIUM = await findChromium()
  await run(['packages/web/build-if-stale.ts'])
  const { origin, stop } = await startRollcall('server', { ADMIN_LOGINS: ADMIN })
  process.env.E2E_ORIGIN = origin
  return stop
}

export interface RunningRollcall {
  origin: string
  /** Stops it as an operator does, and starts it again on the same data. */
  restart(): Promise<void>
  stop(): Promise<void>
}

/** A separate server on an empty data directory, with the built pages; `name` is for its log. */
export async function startRollcall(
  name: string,
  configuration: Record<string, string>,
): Promise<RunningRollcall> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'rollcall-e2e-'))
  const port = await findFreePort()
  const origin = `http://127.0.0.1:${port}`
  const settings = {
    PORT: String(port),
    HOST: '127.0.0.1',
    PUBLIC_URL: origin,
    // Relative, as the default is.
    DATA_DIR: path.relative(ROOT, dataDir),
    SEASON: '75',
    ...NO_RATE_LIMITS,
    WEBHOOK_ORIGINS: NOBODY_LISTENS,
    ...configuration,
  }
  await mkdir(RESULTS, { recursive: true })
  const logFile = path.join(RESULTS, `${name}.log`)
  const log = createWriteStream(logFile)
  const start = () => {
    const started = startNode(['packages/server/src/main.ts'], settings)
    started.stdout?.pipe(log, { end: false })
    started.stderr?.pipe(log, { end: false })
    return started
  }
  let server = start()
  const restart = async () => {
    await end(server)
    server = start()
    await waitUntilReady(origin, { server, logFile })
  }
  const stop = async () => {
    await end(server)
    log.end()
    await rm(dataDir, { recursive: true, force: true })
  }
  try {
    await waitUntilReady(origin, { server, logFile })
  } catch (error) {
    await stop()
    throw error
  }
  return { origin, restart, stop }
}

/** So that the server has the same time as journeys that libfaketime runs at another one. */
const FAKED_TIME = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => /^LD_PRELOAD$|FAKE_|FAKETIME/.test(name)),
)

/** The server under test starts from its defaults, whatever the machine's environment. */
function startNode(arguments_: string[], configuration: Record<string, string>): ChildProcess {
  const { PATH = '', HOME = '', TMPDIR = '', SYSTEMROOT = '' } = process.env
  return spawn(process.execPath, arguments_, {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH,
      HOME,
      ...(TMPDIR && { TMPDIR }),
      ...(SYSTEMROOT && { SYSTEMROOT }),
      ...FAKED_TIME,
      ...configuration,
    },
  })
}

async function run(arguments_: string[]): Promise<void> {
  const child = spawn(process.execPath, arguments_, {
    cwd: ROOT,
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const [code] = await once(child, 'exit')
  if (code !== 0) {
    throw new Error(`${arguments_.join(' ')} ended with ${code}`)
  }
}

async function waitUntilReady(
  origin: string,
  { server, logFile }: { server: ChildProcess; logFile: string },
): Promise<void> {
  const giveUpAt = Date.now() + START_MS
  while (server.exitCode === null && Date.now() < giveUpAt) {
    const answer = await fetch(`${origin}/ready`).catch(() => null)
    if (answer?.ok) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(`The server under test did not start:\n${await readFile(logFile, 'utf8')}`)
}

async function end(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return
  const ended = once(server, 'exit')
  server.kill('SIGTERM')
  const force = setTimeout(() => server.kill('SIGKILL'), STOP_MS)
  await ended
  clearTimeout(force)
}
