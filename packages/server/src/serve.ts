import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { FastifyServerOptions } from 'fastify'
import { type Config, ConfigError } from './config.ts'
import { prepareServer, type RunningServer } from './start.ts'

const WEB_DIR = fileURLToPath(new URL('../../web/dist', import.meta.url))

export function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

export function warn(message: string): void {
  say(`Warning: ${message}`)
}

export async function serve(
  config: Config,
  { logger = true }: { logger?: FastifyServerOptions['logger'] } = {},
): Promise<void> {
  const server = await prepareServer({
    config,
    warn,
    say,
    webDir: existsSync(WEB_DIR) ? WEB_DIR : undefined,
    logger,
  })
  stopOnSignal(server, config)
  await server.app.listen({ port: config.port, host: config.host })
  say(`${config.productName} is ready at ${config.publicUrl}`)
}

/** Runs a command. An error is printed as one readable line, and the process ends with 1. */
export function runCommand(command: () => Promise<void>): void {
  // `try` also catches what is thrown before there is a promise, for example because of an invalid configuration.
  Promise.try(command).catch((error: unknown) => {
    const line = error instanceof Error ? error.message : String(error)
    process.stderr.write(`${error instanceof ConfigError ? 'Configuration: ' : ''}${line}\n`)
    process.exit(1)
  })
}

/** Supervisors kill a process ten seconds after they ask it to stop, so longer requests are cut off before that. */
const DRAIN_MS = 7_000
const GIVE_UP_MS = 9_500
const IDLE_MS = 100
/** How long calls are still taken after `/ready` says that they should go elsewhere: a proxy asks twice in 2 s. */
const NOTICE_MS = 3_000

function stopOnSignal(server: RunningServer, { databaseUrl }: Config): void {
  let isStopping = false
  const stop = (noticeMs: number) => {
    if (isStopping) {
      return
    }
    isStopping = true
    server.announceStop()
    setTimeout(() => server.app.server.closeAllConnections(), DRAIN_MS).unref()
    setTimeout(() => endWith('The server did not close in time and ends now.'), GIVE_UP_MS).unref()
    setTimeout(() => close(server), noticeMs)
  }
  // Without DATABASE_URL there is no other process that could take the calls, and after Ctrl-C nobody wants to wait.
  process.on('SIGTERM', () => stop(databaseUrl === undefined ? 0 : NOTICE_MS))
  process.on('SIGINT', () => stop(0))
}

function close(server: RunningServer): void {
  // Without this, a connection whose request has ended would stay open for a next request, which would be refused.
  setInterval(() => server.app.server.closeIdleConnections(), IDLE_MS).unref()
  server.close().then(
    () => process.exit(0),
    (error: Error) => endWith(`The server did not close cleanly: ${error.message}`),
  )
}

/** Everything that the server acknowledged is already stored, so there is nothing to wait for. */
function endWith(line: string): never {
  process.stderr.write(`${line}\n`)
  process.exit(1)
}
