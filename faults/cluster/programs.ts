/** Programs that the test needs, and how one is run on a machine of its network. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, openSync } from 'node:fs'
import path from 'node:path'
import type { Machine } from './network.ts'

const NEEDED = ['etcd', 'haproxy', 'ip', 'openssl', 'patroni', 'psql', 'setpriv', 'tar', 'unshare']

export function findMissing(): string[] {
  const folders = (process.env.PATH ?? '').split(path.delimiter)
  return NEEDED.filter((name) => !folders.some((folder) => existsSync(path.join(folder, name))))
}

export interface Program {
  pid: number
  hasEnded(): boolean
  /** Sends the signal, and waits until the program has ended. */
  end(signal: 'SIGTERM' | 'SIGINT' | 'SIGKILL'): Promise<number | null>
}

interface Start {
  command: readonly string[]
  environment?: Readonly<Record<string, string>>
  /** Who runs it, if not we do. */
  user?: { uid: number; gid: number } | undefined
  cwd?: string
  log: string
}

export function startOn(machine: Machine, start: Start): Program {
  const { command, environment = {}, user, cwd, log } = start
  const as = user
    ? ['setpriv', `--reuid=${user.uid}`, `--regid=${user.gid}`, '--clear-groups', '--']
    : []
  const file = openSync(log, 'a')
  const { PATH = '', LANG = 'C.UTF-8' } = process.env
  // Each of these becomes the next one, so the process that we know is the program's.
  const child = spawn('ip', ['netns', 'exec', machine, ...as, ...command], {
    cwd,
    stdio: ['ignore', file, file],
    env: { PATH, LANG, ...environment },
  })
  return {
    pid: child.pid ?? 0,
    hasEnded: () => isOver(child),
    async end(signal) {
      if (!isOver(child)) {
        child.kill(signal)
        await once(child, 'exit')
      }
      return child.exitCode
    },
  }
}

const isOver = ({ exitCode, signalCode }: ChildProcess) => exitCode !== null || signalCode !== null
