/** The embedded database's own promises: one server, durable commits, nothing readable by others. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { layOutAfterCut } from '../faults/disk-after-cut.ts'
import { runUpkeep } from '../src/database/embedded-upkeep.ts'
import { openDatabase } from '../src/database/open-database.ts'
import { openEmbedded } from '../src/database/open-embedded.ts'
import { createTestDatabase } from './test-database.ts'

const script = fileURLToPath(new URL('./database-process.ts', import.meta.url))
const diskCache = new URL('../faults/disk-cache.ts', import.meta.url).href
const failingFsync = new URL('./failing-fsync.ts', import.meta.url).href

describe.skipIf(process.env.TEST_DATABASE_URL)('the embedded database', () => {
  let dataDir: string
  let drop: () => Promise<void>
  const children: ChildProcess[] = []

  /** A migrated data directory that nobody has open. */
  beforeEach(async () => {
    const created = await createTestDatabase()
    await created.database.close()
    dataDir = created.dataDir
    drop = created.drop
  })
  afterEach(async () => {
    for (const child of children.splice(0)) child.kill('SIGKILL')
    await drop()
  })

  test('a second server is refused at once, and told by whom', async () => {
    const first = start('hold')
    await first.line(/^open$/)
    const began = performance.now()
    await expect(open()).rejects.toThrow(
      `The data directory ${dataDir} is in use by another server (process ${first.child.pid}): ` +
        'stop that server first, or set DATA_DIR to another directory.',
    )
    expect(performance.now() - began).toBeLessThan(1_000)
    first.child.stdin?.write('done\n')
    await first.line(/^closed$/)
    expect(await first.exit).toBe(0)
  })

  test('the lock is free after close and after a failed start', async () => {
    await (await open()).close()
    await rm(path.join(dataDir, 'database', 'PG_VERSION'))
    await expect(open()).rejects.toThrow('PG_VERSION is missing')
    await writeFile(path.join(dataDir, 'database', 'PG_VERSION'), '18\n')
    await (await open()).close()
  })

  test('kill -9 loses no acknowledged row and frees the lock', async () => {
    for (let kill = 1; kill <= 5; kill += 1) {
      const server = start('insert')
      await server.line(/^row/)
      await new Promise((resolve) => setTimeout(resolve, 100 + Math.random() * 400))
      server.child.kill('SIGKILL')
      await server.exit
      const acknowledged = Number(server.lines.at(-1)?.replace('row ', ''))
      expect(acknowledged).toBeGreaterThan(0)

      const database = await open()
      const { rows } = await database.pool.query(
        'select count(*) as count, max(id) as last from acknowledged',
      )
      expect(rows[0].count, 'no gaps').toBe(rows[0].last)
      expect(rows[0].last).toBeGreaterThanOrEqual(acknowledged)
      await database.close()
    }
  })

  test('each commit is synced to the disk before it is acknowledged', async () => {
    const database = await openEmbedded({ dataDir, warn: () => {} })
    const before = database.syncCount()
    for (let number = 1; number <= 10; number += 1) {
      await database.pool.query('insert into seasons (number) values ($1)', [number])
    }
    expect(database.syncCount() - before).toBeGreaterThanOrEqual(10)
    const { rows } = await database.pool.query(
      `select name, setting from pg_settings
       where name in ('fsync', 'full_page_writes', 'synchronous_commit', 'wal_sync_method')
       order by name`,
    )
    expect(rows.map(({ setting }) => setting)).toEqual(['on', 'on', 'on', 'fsync'])
    await database.close()
  })

  test('a power cut leaves the tables made before a checkpoint', async () => {
    const shadow = path.join(dataDir, 'shadow')
    const server = start('checkpoint', ['--import', diskCache], { POWER_SHADOW: shadow })
    await server.line(/^checkpointed$/)
    server.child.kill('SIGKILL')
    await server.exit
    await rm(path.join(dataDir, 'database'), { recursive: true })
    await layOutAfterCut(shadow, path.join(dataDir, 'database'))
    const database = await open()
    const { rows } = await database.pool.query('select id from made_before')
    expect(rows).toEqual([{ id: 1 }])
    await database.close()
  })

  test('a sync that fails fails the commit and ends the process', async () => {
    const switchFile = path.join(dataDir, 'fail')
    const server = start('insert', ['--import', failingFsync], { FSYNC_FAILS_WITH: switchFile })
    await server.line(/^row 3$/)
    await writeFile(switchFile, '')
    expect(await server.exit).toBe(1)
    expect(server.lines.slice(-2)).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^failed The embedded database has stopped/),
        expect.stringMatching(/has stopped \(a sync failed: EIO.*the server ends/),
      ]),
    )
  })

  test('a directory that holds no whole database is refused and left alone', async () => {
    const foreign = await mkdtemp(path.join(tmpdir(), 'rollcall-foreign-'))
    await mkdir(path.join(foreign, 'database'))
    await writeFile(path.join(foreign, 'database', 'holiday.txt'), 'not yours')
    const opening = openDatabase({ databaseUrl: undefined, dataDir: foreign, warn: () => {} })
    await expect(opening).rejects.toThrow(
      /is not empty but holds no database .*Nothing was changed/,
    )
    expect(await readdir(path.join(foreign, 'database'))).toEqual(['holiday.txt'])
    await rm(foreign, { recursive: true })
  })

  test('other users can read nothing', async () => {
    const database = await open()
    await database.pool.query('create table later (id int)')
    await database.close()
    const names = await readdir(dataDir, { recursive: true })
    for (const name of ['.', ...names]) {
      const { mode } = await stat(path.join(dataDir, name))
      expect(mode & 0o077, name).toBe(0)
    }
  })

  test('upkeep analyses and vacuums what changed and shortens the log', async () => {
    const database = await open()
    await database.pool.query('insert into seasons select generate_series(1, 5000)')
    await database.pool.query('delete from seasons where number > 1000')
    await database.pool.query(`select pg_logical_emit_message(true, 'x', repeat('x', 70000000))`)
    // The counts of changed rows are kept back for up to a second.
    await database.pool.query('select pg_stat_force_next_flush()')
    await runUpkeep(database.pool)
    const { rows } = await database.pool.query(
      `select reltuples, pg_wal_lsn_diff(pg_current_wal_lsn(), redo_lsn) < 1000000 as short
       from pg_class, pg_control_checkpoint() where relname = 'seasons'`,
    )
    expect(rows).toEqual([{ reltuples: 1_000, short: true }])
    await database.close()
  })

  const open = () => openDatabase({ databaseUrl: undefined, dataDir, warn: () => {} })

  function start(task: string, options: string[] = [], env: Record<string, string> = {}) {
    const child = spawn(process.execPath, [...options, script, task, dataDir], {
      env: { ...process.env, ...env },
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
        while (!lines.some((line) => expected.test(line))) await once(reader, 'line')
      },
    }
  }
})
