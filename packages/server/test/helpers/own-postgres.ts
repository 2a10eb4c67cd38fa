/** A PostgreSQL server just for this run, because faults stop it and fill its disk. */

import { execFile, execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, chown, mkdir, readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { findFreePort } from './free-port.ts'

const run = promisify(execFile)

/** The machine lacks what a fault needs: it is not run, and the whole run fails. */
export class CannotRun extends Error {}

export interface OwnPostgres {
  url: string
  createDatabase(options?: { tablespace?: string }): Promise<string>
  start(): Promise<void>
  /** `fast` as an operator would; `immediate` as in a crash. */
  stop(mode: 'fast' | 'immediate'): Promise<void>
  /** Suspends all its processes; returns a function that resumes them. */
  freeze(): Promise<() => Promise<void>>
  query(statement: string): Promise<void>
  /** A copy on which every commit waits. It reaches this server by that port. */
  addSynchronousStandby(directory: string, port: number): Promise<OwnPostgres>
  /** The user it runs as, if not ours. */
  user: { uid: number; gid: number } | undefined
}

interface ServerOptions {
  maxConnections?: number
  settings?: Readonly<Record<string, string>>
  /** The port of the server whose copy this one becomes. */
  copyOf?: number
}

export async function makePostgres(
  directory: string,
  { maxConnections = 60, settings = {}, copyOf }: ServerOptions = {},
): Promise<OwnPostgres> {
  const programs = await findPrograms()
  const user = userToRunAs()
  const data = path.join(directory, 'data')
  await mkdir(directory, { recursive: true })
  if (user) {
    await chown(directory, user.uid, user.gid)
    await chmod(directory, 0o755)
  }
  const call = (program: string, args: string[]) =>
    run(path.join(programs, program), args, { ...user, cwd: directory, timeout: 60_000 })
  if (copyOf === undefined) {
    const encoding = ['-E', 'UTF8', '--locale=C']
    await call('initdb', ['-D', data, '-U', 'postgres', '-A', 'trust', '-N', ...encoding])
  } else {
    const primary = `host=127.0.0.1 port=${copyOf} user=postgres application_name=standby`
    await call('pg_basebackup', ['-D', data, '-R', '-c', 'fast', '-d', primary])
  }
  const port = await findFreePort()
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  const query = async (statement: string) => {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    try {
      await client.query(statement)
    } finally {
      await client.end()
    }
  }
  const others = Object.entries(settings).map(([name, value]) => ` -c ${name}=${value}`)
  const options = `-p ${port} -k ${directory} -c listen_addresses=127.0.0.1 -c max_connections=${maxConnections}${others.join('')}`
  const start = async () => {
    const log = path.join(directory, 'log')
    await call('pg_ctl', ['-D', data, '-l', log, '-w', '-t', '60', '-o', options, 'start'])
  }
  await start()
  return {
    url,
    user,
    query,
    start,
    async addSynchronousStandby(standbyDirectory, port) {
      const standby = await makePostgres(standbyDirectory, { maxConnections, copyOf: port })
      await query("alter system set synchronous_standby_names = 'standby'")
      await query('select pg_reload_conf()')
      return standby
    },
    async stop(mode) {
      await call('pg_ctl', ['-D', data, '-w', '-t', '60', '-m', mode, 'stop'])
    },
    async freeze() {
      const [pid = ''] = (await readFile(path.join(data, 'postmaster.pid'), 'utf8')).split('\n')
      // The postmaster is suspended before its children are listed, so that it starts no new ones.
      process.kill(Number(pid), 'SIGSTOP')
      const children = (await listChildren(pid)).map(Number)
      for (const child of children) process.kill(child, 'SIGSTOP')
      return async () => {
        for (const frozen of [...children, Number(pid)]) process.kill(frozen, 'SIGCONT')
      }
    },
    async createDatabase({ tablespace } = {}) {
      const name = `rollcall_${randomUUID().replaceAll('-', '')}`
      await query(`create database ${name}${tablespace ? ` tablespace ${tablespace}` : ''}`)
      return url.replace(/postgres$/, name)
    },
  }
}

async function listChildren(pid: string): Promise<string[]> {
  const { stdout } = await run('ps', ['-e', '-o', 'pid=,ppid='])
  return stdout
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .flatMap(([child = '', parent]) => (parent === pid ? [child] : []))
}

/** The directory of a PostgreSQL server's programs, with at least these. */
export async function findPrograms(
  names: readonly string[] = ['initdb', 'pg_ctl', 'postgres'],
): Promise<string> {
  const versions = await readdir('/usr/lib/postgresql').catch(() => [])
  const candidates = [
    process.env.POSTGRES_BIN,
    ...(process.env.PATH ?? '').split(path.delimiter),
    ...versions
      .toSorted((a, b) => Number(b) - Number(a))
      .map((v) => `/usr/lib/postgresql/${v}/bin`),
  ]
  const found = candidates.find(
    (candidate) =>
      candidate !== undefined && names.every((name) => existsSync(path.join(candidate, name))),
  )
  if (found === undefined) {
    throw new CannotRun('needs the programs of a PostgreSQL server; set POSTGRES_BIN')
  }
  return found
}

/** PostgreSQL refuses to run as root. */
export function userToRunAs(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  for (const name of ['postgres', 'nobody']) {
    try {
      const id = (flag: string) => Number(execFileSync('id', [flag, name], { stdio: 'pipe' }))
      return { uid: id('-u'), gid: id('-g') }
    } catch {
      // Try the next name.
    }
  }
  throw new CannotRun('runs as root, and there is no user named postgres or nobody')
}
