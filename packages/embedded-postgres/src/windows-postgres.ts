/**
 * Written from the documentation and never tried: `pg_ctl` starts and stops PostgreSQL, which survives a killed server.
 */
import { execFile, spawn } from 'node:child_process'
import path from 'node:path'
import { createInterface, type Interface } from 'node:readline'
import { PassThrough } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'

const run = promisify(execFile)

const WATCH_MS = 500

export interface LaunchedProgram {
  lines: Interface
  /**
   * Resolves when the program and all its child processes are gone, with the exit code, or with null after a signal.
   */
  ended: Promise<number | null>
  end(): void
}

/** @param programArguments the arguments of `postgres`; the first two name the directory */
export function startByPgCtl(pgCtl: string, programArguments: readonly string[]): LaunchedProgram {
  const [, directory = '', ...options] = programArguments
  const call = (...given: string[]) => run(pgCtl, ['-D', directory, '-w', ...given])
  const log = path.join(path.dirname(directory), 'database.log')
  const said = new PassThrough()
  const ended = Promise.withResolvers<number | null>()
  const isRunning = () =>
    call('status').then(
      () => true,
      () => false,
    )
  const watch = async () => {
    await call('-l', log, '-o', options.join(' '), 'start')
    said.write('ready to accept connections\n')
    while (await isRunning()) {
      await pause(WATCH_MS)
    }
    ended.resolve(0)
  }
  watch().catch((error: Error) => {
    said.write(`FATAL: ${error.message.replaceAll('\n', ' ')}\n`)
    ended.resolve(1)
  })
  return {
    lines: createInterface({ input: said }),
    ended: ended.promise,
    end: () => void call('-m', 'fast', 'stop').catch(ended.reject),
  }
}

export function runInitdb(program: string, programArguments: readonly string[]): LaunchedProgram {
  const child = spawn(program, programArguments, { stdio: ['ignore', 'ignore', 'pipe'] })
  const ended = Promise.withResolvers<number | null>()
  child.once('error', ended.reject)
  child.once('close', (code) => ended.resolve(code))
  return {
    lines: createInterface({ input: child.stderr }),
    ended: ended.promise,
    end: () => void child.kill(),
  }
}
