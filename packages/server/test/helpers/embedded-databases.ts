/** Embedded databases below one temporary directory, for tests that kill, copy and lock them. */
import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { cp, mkdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { superuserUrl } from '@rollcall/embedded-postgres/roles'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import { type Database, openDatabase } from '../../src/platform/database/open-database.ts'
import { listRunningOn } from './database-processes.ts'

export const DATABASE_PROCESS = fileURLToPath(new URL('database-process.ts', import.meta.url))

/** Call it in a `describe`: it creates the directory before the tests, and removes it and all processes afterwards. */
export function useEmbeddedDatabases() {
  const parent = path.join(tmpdir(), `rollcall-embedded-${randomUUID()}`)
  /** Shared by all tests: each leaves a database that the next test can open. */
  const dataDir = path.join(parent, 'data')
  const children: ChildProcess[] = []
  const databases: Database[] = []
  const warnings: string[] = []
  let copies = 0

  beforeAll(async () => {
    await mkdir(parent, { mode: 0o700 })
    await (await open(dataDir)).close()
  })
  beforeEach(() => void warnings.splice(0))
  afterEach(async () => {
    for (const child of children.splice(0)) {
      child.kill('SIGKILL')
    }
    await Promise.all(databases.splice(0).map((database) => database.close()))
    await expect.poll(() => listRunningOn(parent)).toEqual([])
  })
  afterAll(() => rm(parent, { recursive: true, force: true }))

  async function open(directory: string): Promise<Database> {
    const database = await openDatabase({
      databaseUrl: undefined,
      dataDir: directory,
      warn: (message) => warnings.push(message),
    })
    databases.push(database)
    return database
  }

  /** Copies the data directory as `cp -r` does. */
  async function copied(directory = path.join(parent, `copy-${++copies}`)): Promise<string> {
    await cp(dataDir, directory, {
      recursive: true,
      verbatimSymlinks: true,
      filter: (file) => !file.includes('.s.PGSQL'),
    })
    return directory
  }

  async function expectAllAcknowledged(lines: readonly string[]): Promise<void> {
    const acknowledged = Number(lines.at(-1)?.replace('row ', ''))
    expect(acknowledged).toBeGreaterThan(0)
    const database = await open(dataDir)
    const { rows } = await database.pool.query(
      'select count(*) as count, max(id) as last from acknowledged',
    )
    expect(rows[0].count, 'no gaps').toBe(rows[0].last)
    expect(rows[0].last).toBeGreaterThanOrEqual(acknowledged)
    await database.close()
  }

  function start(task: string, directory = dataDir) {
    const child = spawn(process.execPath, [DATABASE_PROCESS, task, directory], {
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    children.push(child)
    const lines: string[] = []
    const reader = createInterface({ input: child.stdout })
    reader.on('line', (line) => lines.push(line))
    return {
      child,
      lines,
      exit: once(child, 'close').then(([code]): number | null => code),
      async line(expected: RegExp): Promise<void> {
        while (!lines.some((line) => expected.test(line))) {
          await once(reader, 'line')
        }
      },
      async rows(count: number): Promise<void> {
        while (lines.filter((line) => line.startsWith('row')).length < count) {
          await once(reader, 'line')
        }
      },
    }
  }

  return { parent, dataDir, warnings, open, copied, expectAllAcknowledged, start }
}

/** Runs statements as the superuser of the embedded database, who may do more than Rollcall. */
export async function asSuperuser(dataDir: string, statements: string): Promise<void> {
  const url = await superuserUrl(path.join(dataDir, 'database'))
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(statements)
  await client.end()
}
