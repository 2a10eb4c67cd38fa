/** kill -9 of the upgrade from PostgreSQL 17: whatever it leaves starts with all its data, and the next run finishes. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { cp, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import {
  createDatabase,
  readVersion,
  startCluster,
} from '@rollcall/embedded-postgres/embedded-postgres'
import { findPostgresPrograms } from '@rollcall/embedded-postgres/postgres-programs'
import { installPrograms } from '@rollcall/server/ops/backup/install-programs'
import { findFreePort } from '@rollcall/server/testing/free-port'
import { fetchAnswers } from './answers.ts'
import { checkStored } from './check-stored.ts'
import { type Fault, must, NotInstalled, pause, readCount } from './fault.ts'
import { FaultLoad } from './fault-load.ts'
import { startServer } from './server-process.ts'

const OLD = '17'
const NEW = '18'
const UPLOADS = 60

interface OldDatabase {
  nativeDir: string
  load: FaultLoad
  /** What a server answered on it. */
  answers: string
}

export const upgrade: Fault = {
  name: 'upgrade',
  promise:
    'kill -9 of the upgrade from PostgreSQL 17: the old or the new database starts with all its data; the next run finishes',
  async run({ directory, progress }) {
    const kills = readCount('FAULT_UPGRADE_KILLS', 10)
    const nativeDir = await installPrograms(OLD, path.join(directory, 'programs')).catch(
      (error: Error) => {
        throw new NotInstalled(error.message)
      },
    )
    const pristine = path.join(directory, 'pristine')
    const old = await fill(pristine, nativeDir)
    const whole = path.join(directory, 'whole')
    await cp(pristine, whole, { recursive: true })
    const wholeMs = await runUpgrade(whole, nativeDir)
    await check(whole, old)
    await rm(whole, { recursive: true })
    const left = { [OLD]: 0, [NEW]: 0 }
    for (let kill = 0; kill < kills; kill += 1) {
      const dataDir = path.join(directory, `killed-${kill}`)
      await cp(pristine, dataDir, { recursive: true })
      // From shortly after the beginning to the very end, where the directories get their names.
      await runUpgrade(dataDir, nativeDir, { killAfterMs: (wholeMs * (kill + 1)) / kills })
      left[await check(dataDir, old)] += 1
      await runUpgrade(dataDir, nativeDir)
      must((await check(dataDir, old)) === NEW, 'The second run did not finish')
      must(existsSync(path.join(dataDir, `database-${OLD}`)), 'The old database is gone')
      await rm(dataDir, { recursive: true })
      progress(`${kill + 1} of ${kills}`)
    }
    return `${kills} kills: ${left[OLD]} left the old database, ${left[NEW]} the new one, each with all of ${old.load.uploads} uploads and the same answers; the next run finished each; a whole upgrade took ${(wholeMs / 1000).toFixed(1)} s`
  },
}

/** Makes a database of the old version, and uploads to it. */
async function fill(dataDir: string, nativeDir: string): Promise<OldDatabase> {
  const programs = await findPostgresPrograms(dataDir, nativeDir)
  await createDatabase(path.join(dataDir, 'database'), { programs, isSynced: true })
  const load = new FaultLoad()
  const answers = await onOld(dataDir, nativeDir, async (origin) => {
    await load.join(origin, ['ada', 'grace'])
    await load.play(origin, { isOver: () => load.uploads >= UPLOADS })
    return fetchAnswers(origin, load)
  })
  return { nativeDir, load, answers }
}

/** Runs a server on the old version's database. */
async function onOld<Result>(
  dataDir: string,
  nativeDir: string,
  use: (origin: string) => Promise<Result>,
): Promise<Result> {
  const programs = await findPostgresPrograms(dataDir, nativeDir)
  const cluster = await startCluster(dataDir, { programs, warn: () => {} })
  try {
    const server = await startServer({
      dataDir: `${dataDir}-server`,
      port: await findFreePort(),
      databaseUrl: cluster.url,
    })
    const result = await use(server.origin)
    await server.stop('Ctrl-C')
    return result
  } finally {
    await cluster.stop()
  }
}

/** Starts what is there, and returns its version. */
async function check(
  dataDir: string,
  { nativeDir, load, answers }: OldDatabase,
): Promise<typeof OLD | typeof NEW> {
  const mustEqual = async (origin: string) =>
    must((await fetchAnswers(origin, load)) === answers, 'It answers something else')
  const directory = path.join(dataDir, 'database')
  if (existsSync(directory) && (await readVersion(directory)) === OLD) {
    await onOld(dataDir, nativeDir, mustEqual)
    return OLD
  }
  const server = await startServer({ dataDir, port: await findFreePort() })
  await mustEqual(server.origin)
  await checkStored(load, { dataDir })
  await server.stop()
  return NEW
}

/** Runs the command; returns how long it took. */
async function runUpgrade(
  dataDir: string,
  nativeDir: string,
  { killAfterMs }: { killAfterMs?: number } = {},
): Promise<number> {
  const began = performance.now()
  const script = createRequire(import.meta.url).resolve('@rollcall/server/upgrade')
  const { PATH = '', HOME = '' } = process.env
  const child = spawn(process.execPath, [script, nativeDir], {
    env: { PATH, HOME, DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (text) => {
      output += text
    })
  }
  const closed = once(child, 'close')
  if (killAfterMs !== undefined) {
    await Promise.race([closed, pause(killAfterMs)])
    child.kill('SIGKILL')
  }
  const [code] = await closed
  must(killAfterMs !== undefined || code === 0, `The upgrade ended with ${code}: ${output}`)
  return performance.now() - began
}
