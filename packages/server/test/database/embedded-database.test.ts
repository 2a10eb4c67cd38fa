/** What only the embedded database promises: one server, durable commits, and refusals that change nothing. */

import { access, mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { isConnectionFailure } from '../../src/platform/database/failures.ts'
import { openExistingDatabase } from '../../src/platform/database/open-database.ts'
import { postmasterOf } from '../helpers/database-processes.ts'
import { useEmbeddedDatabases } from '../helpers/embedded-databases.ts'

describe.skipIf(process.env.TEST_DATABASE_URL)('the embedded database', () => {
  const { parent, dataDir, warnings, open, copied, expectAllAcknowledged, start } =
    useEmbeddedDatabases()

  test('a second server is refused, with the name of the first', async () => {
    const first = start('hold')
    await first.line(/^open/)
    await expect(open(dataDir)).rejects.toThrow(
      `The data directory ${dataDir} is in use by another server (process ${first.child.pid}): ` +
        'stop that server first, or set DATA_DIR to another directory.',
    )
    first.child.stdin?.write('done\n')
    await first.line(/^closed$/)
    expect(await first.exit).toBe(0)
  })

  test('a command can read the database with a server running, and without one', async () => {
    const server = start('insert')
    await server.rows(2)
    const count = async () => {
      const beside = await openExistingDatabase({ databaseUrl: undefined, dataDir, warn: () => {} })
      const { rows } = await beside.pool.query('select count(*) as count from acknowledged')
      await beside.close()
      return rows[0].count
    }
    expect(await count()).toBeGreaterThan(1)
    server.child.kill('SIGKILL')
    await server.exit
    expect(await count()).toBeGreaterThan(1)
  })

  test('the lock is free after close and after a failed start', async () => {
    await (await open(dataDir)).close()
    const version = path.join(dataDir, 'database', 'PG_VERSION')
    await rename(version, `${version}.away`)
    await expect(open(dataDir)).rejects.toThrow('PG_VERSION is missing')
    await rename(`${version}.away`, version)
    await (await open(dataDir)).close()
  })

  test('kill -9 of the server loses no acknowledged row, frees the lock and ends the database', async () => {
    for (let kill = 1; kill <= 3; kill += 1) {
      const server = start('insert')
      await server.rows(1)
      server.child.kill('SIGKILL')
      await server.exit
      await expectAllAcknowledged(server.lines)
    }
  })

  test('kill -9 of the server and its database at once loses no acknowledged row', async () => {
    const server = start('insert')
    await server.rows(50)
    const postmaster = await postmasterOf(dataDir)
    server.child.kill('SIGKILL')
    process.kill(postmaster, 'SIGKILL')
    await server.exit
    await expectAllAcknowledged(server.lines)
  })

  test('a database that dies is restarted, and calls meanwhile fail as without a connection', async () => {
    const database = await open(dataDir)
    await database.pool.query('create table survived as select 1 as id')
    const waiting = database.pool.query('select pg_sleep(5)').catch((error: unknown) => error)
    // This opens a second connection beside the waiting one.
    await database.pool.query('select 1')
    process.kill(await postmasterOf(dataDir), 'SIGKILL')
    expect(isConnectionFailure(await waiting)).toBe(true)
    const ask = async () => (await database.pool.query('select id from survived')).rows
    const failures: unknown[] = []
    // A connection may live on for a moment.
    await expect
      .poll(async () => {
        const rows = await ask().catch((error: unknown) => void failures.push(error))
        return [rows, warnings.join()]
      })
      .toEqual([[{ id: 1 }], expect.stringContaining('has stopped; it is started again.')])
    expect(failures.filter((error) => !isConnectionFailure(error))).toEqual([])
  })

  test('a directory with a long path works', async () => {
    const long = path.join(parent, 'long'.repeat(40))
    await copied(long)
    const database = await open(long)
    expect((await database.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
    const socketDir = new URL(database.url).searchParams.get('host') ?? ''
    expect((await stat(socketDir)).mode & 0o077).toBe(0)
    await database.close()
    await expect(access(socketDir)).rejects.toThrow('ENOENT')
  })

  test('commits are durable, runaway transactions end, and nothing listens on the network', async () => {
    const database = await open(dataDir)
    const { rows } = await database.pool.query(
      `select name, setting from pg_settings where name in
       ('fsync', 'full_page_writes', 'synchronous_commit', 'listen_addresses', 'statement_timeout',
        'lock_timeout', 'idle_in_transaction_session_timeout') order by name`,
    )
    expect(rows.map(({ name, setting }) => `${name} ${setting}`)).toEqual([
      'fsync on',
      'full_page_writes on',
      'idle_in_transaction_session_timeout 10000',
      'listen_addresses ',
      'lock_timeout 5000',
      'statement_timeout 6000',
      'synchronous_commit on',
    ])
  })

  test('a directory without a complete database is refused and left alone', async () => {
    const foreign = path.join(parent, 'foreign')
    await mkdir(path.join(foreign, 'database'), { recursive: true })
    await writeFile(path.join(foreign, 'database', 'holiday.txt'), 'not yours')
    await expect(open(foreign)).rejects.toThrow(
      /is not empty but holds no database .*Nothing was changed/,
    )
    expect(await readdir(path.join(foreign, 'database'))).toEqual(['holiday.txt'])
  })

  test('a database of an earlier version is refused with instructions for moving it', async () => {
    const directory = await copied()
    await rm(path.join(directory, 'database', 'rollcall-password'))
    await expect(open(directory)).rejects.toThrow(
      /was made by another version of Rollcall.*Nothing was changed.*npm run backup.*npm run restore/,
    )
  })

  test('a database of an older PostgreSQL is refused, and the command that moves it is named', async () => {
    const directory = await copied()
    await writeFile(path.join(directory, 'database', 'PG_VERSION'), '17\n')
    await expect(open(directory)).rejects.toThrow(
      /is of PostgreSQL 17, and this Rollcall has 18. Nothing was changed. Run `npm run upgrade`/,
    )
  })

  test('an upgrade that was killed between its last two steps is finished by the next start', async () => {
    const directory = await copied()
    const database = path.join(directory, 'database')
    await rename(database, `${database}.upgraded`)
    const opened = await open(directory)
    const { rows } = await opened.pool.query(
      `select to_regclass('acknowledged') is not null as kept`,
    )
    await opened.close()
    expect(rows).toEqual([{ kept: true }])
    expect(await readdir(directory)).not.toContain('database.upgraded')
  })
})
