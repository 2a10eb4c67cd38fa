/** The architecture of `deploy/two-machines`: HAProxy with two processes, and PostgreSQL on a machine of its own. */
import { execFile } from 'node:child_process'
import { appendFile, chown, mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { SessionHeader } from '@rollcall/demo/api-client'
import { findPrograms, userToRunAs } from '@rollcall/server/testing/own-postgres'
import { readDeployed } from '../deploy-files.ts'
import { must, pause, until } from '../fault.ts'
import { FaultLoad } from '../fault-load.ts'
import { type Program, startOn } from './programs.ts'
import { DATABASE_PASSWORD, ORIGIN, type Place, startProcess, startProxy } from './site.ts'
import { Tally } from './tally.ts'

const PORTS = [3001, 3002]
const SETTLED_MS = 3_000
const RECOVERED_MS = 30_000

/** Under uploads PostgreSQL is stopped and started, and each process is replaced. Returns what was seen. */
export async function tryTwoMachines(
  { directory, platformUrl }: Pick<Place, 'directory' | 'platformUrl'>,
  { code, signIn }: { code: string; signIn: (name: string) => Promise<SessionHeader> },
): Promise<string> {
  const database = await startDatabase(path.join(directory, 'postgres'))
  const place: Place = { architecture: 'two-machines', directory, platformUrl }
  const proxy = await startProxy(place)
  const start = (port: number) => startProcess(place, { machine: 'proxy', port, code })
  const servers = []
  for (const port of PORTS) servers.push(await start(port))
  await pause(SETTLED_MS)
  const load = new FaultLoad()
  await load.join(ORIGIN, ['ada', 'grace'], signIn)
  const tally = new Tally()
  let isOver = false
  const going = load.play(ORIGIN, {
    isOver: () => isOver,
    everyMs: 100,
    onAnswer: ({ status, error }) => tally.record('upload', status, error),
  })
  const uploadsGo = async () => {
    const before = load.uploads
    await until('uploads are accepted', async () => load.uploads > before + 10, {
      withinMs: RECOVERED_MS,
    })
  }
  await uploadsGo()
  for (const [index, port] of PORTS.entries()) {
    await servers[index]?.end('SIGTERM')
    servers[index] = await start(port)
    await pause(SETTLED_MS)
  }
  await uploadsGo()
  must(tally.failed === 0, `${tally.failed} calls failed while processes were replaced`)
  await database.stop()
  await pause(SETTLED_MS)
  await database.start()
  await uploadsGo()
  isOver = true
  await going
  must(tally.refused > 0 && tally.wrong.length === 0, `Other answers: ${tally.wrong.join(', ')}`)
  await Promise.all([...servers, proxy].map((program) => program.end('SIGTERM')))
  await database.stop()
  return `both processes replaced, 0 calls failed; PostgreSQL stopped for a while, ${tally.refused} calls refused with a sentence; ${load.uploads} uploads acknowledged, 0 lost`
}

interface Postgres {
  start(): Promise<void>
  stop(): Promise<void>
}

/** PostgreSQL with the files of `deploy/two-machines`, and what `deploy/database.sql` creates. */
async function startDatabase(directory: string): Promise<Postgres> {
  const programs = await findPrograms()
  const user = userToRunAs()
  const data = path.join(directory, 'data')
  await mkdir(directory)
  if (user) await chown(directory, user.uid, user.gid)
  const options = { ...user, cwd: directory }
  const initdb = ['-D', data, '-U', 'postgres', '-E', 'UTF8', '--locale=C.UTF-8']
  await promisify(execFile)(path.join(programs, 'initdb'), initdb, options)
  const conf = await readDeployed('two-machines/postgresql.conf', {
    'shared_buffers = 1GB': 'shared_buffers = 128MB',
  })
  await appendFile(path.join(data, 'postgresql.conf'), conf)
  // The account that runs this need not be called postgres.
  const hba = await readDeployed('two-machines/pg_hba.conf', { peer: 'trust' })
  await writeFile(path.join(data, 'pg_hba.conf'), hba)
  let program: Program | undefined
  const postgres: Postgres = {
    async start() {
      const command = [path.join(programs, 'postgres'), '-D', data, '-k', directory]
      program = startOn('db1', { command, user, cwd: directory, log: `${directory}.log` })
      await until('PostgreSQL answers', () => answers(directory), { withinMs: 60_000 })
    },
    async stop() {
      await program?.end('SIGINT')
    },
  }
  await postgres.start()
  const file = fileURLToPath(new URL('../../deploy/database.sql', import.meta.url))
  await psql(directory, ['-v', `password=${DATABASE_PASSWORD}`, '-f', file])
  return postgres
}

const answers = (socket: string) =>
  psql(socket, ['-c', 'select']).then(
    () => true,
    () => false,
  )

const psql = (socket: string, args: readonly string[]) =>
  promisify(execFile)('psql', ['-h', socket, '-U', 'postgres', '-v', 'ON_ERROR_STOP=1', ...args])
