/** What only the embedded database promises: one server, durable commits, nothing left running or readable. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import {
  access,
  chmod,
  chown,
  cp,
  mkdir,
  mkdtemp,
  readdir,
  rename,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { superuserUrl } from '../../src/database/embedded-roles.ts'
import { isConnectionFailure } from '../../src/database/failures.ts'
import { stopLeftover } from '../../src/database/leftover-postgres.ts'
import { migrateDatabase } from '../../src/database/migrate.ts'
import {
  type Database,
  openDatabase,
  openExistingDatabase,
} from '../../src/database/open-database.ts'
import { listRunningOn, postmasterOf, watchersOf } from '../helpers/database-processes.ts'

const SCRIPT = fileURLToPath(new URL('../helpers/database-process.ts', import.meta.url))
const IS_ROOT = process.getuid?.() === 0
const NOBODY = 65534

describe.skipIf(process.env.TEST_DATABASE_URL)('the embedded database', () => {
  let parent: string
  /** Shared by all tests: each leaves a database that the next test can open. */
  let dataDir: string
  let copies = 0
  const children: ChildProcess[] = []
  const databases: Database[] = []
  const warnings: string[] = []

  beforeAll(async () => {
    parent = await mkdtemp(path.join(tmpdir(), 'rollcall-embedded-'))
    dataDir = path.join(parent, 'data')
    await (await open(dataDir)).close()
  })
  beforeEach(() => void warnings.splice(0))
  afterEach(async () => {
    for (const child of children.splice(0)) {
      child.kill('SIGKILL')
    }
    await Promise.all(databases.splice(0).map((database) => database.close()))
    await expect.poll(() => listRunningOn(parent), { timeout: 10_000 }).toEqual([])
  })
  afterAll(() => rm(parent, { recursive: true, force: true }))

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

  test.runIf(process.platform === 'linux')(
    'another user cannot take the lock, even if they can see the directory',
    async () => {
      const { dev, ino } = await stat(dataDir, { bigint: true })
      const name = createHash('sha256').update(`${dev}:${ino}`).digest('hex').slice(0, 40)
      const stranger = createServer().listen(`\0rollcall-${name}`)
      await once(stranger, 'listening')
      await open(dataDir)
      expect((await stat(path.join(dataDir, 'server.lock'))).mode & 0o777).toBe(0o600)
      stranger.close()
    },
  )

  test.runIf(process.platform !== 'win32')(
    'a link in place of the lock is not followed, and its target keeps its owner and mode',
    async () => {
      const linked = path.join(parent, 'linked')
      await mkdir(linked)
      const target = path.join(parent, 'target')
      await writeFile(target, 'kept', { mode: 0o600 })
      if (IS_ROOT) {
        await chown(linked, NOBODY, NOBODY)
      }
      const before = await stat(target)
      await symlink(target, path.join(linked, 'server.lock'))
      await expect(open(linked)).rejects.toMatchObject({ code: 'ELOOP' })
      const { uid, mode, size } = await stat(target)
      expect({ uid, mode, size }).toEqual({ uid: before.uid, mode: before.mode, size: before.size })
    },
  )

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

  test('a database that outlives its server is stopped, and keeps its rows', async () => {
    const server = start('insert')
    await server.rows(5)
    const postmaster = await postmasterOf(dataDir)
    // Without its watcher, nothing stops the database.
    for (const pid of watchersOf(postmaster)) {
      process.kill(pid, 'SIGKILL')
    }
    server.child.kill('SIGKILL')
    await server.exit
    expect(listRunningOn(dataDir)).not.toEqual([])
    await expectAllAcknowledged(server.lines)
    expect(listRunningOn(dataDir)).toEqual([])
  })

  test('a copy of a running database’s directory opens, and the original keeps running', async () => {
    const original = await open(dataDir)
    await original.pool.query('create table shared as select 1 as id')
    await asSuperuser(dataDir, 'checkpoint')
    const copy = await open(await copied())
    for (const database of [original, copy]) {
      expect((await database.pool.query('select id from shared')).rows).toEqual([{ id: 1 }])
    }
    expect(warnings.join()).toContain(`was copied from ${dataDir}/database while`)
  })

  describe('on a system that does not show the directory of a process', () => {
    const { platform } = process
    const pretend = (value: string) => Object.defineProperty(process, 'platform', { value })
    afterEach(() => pretend(platform))

    test('a database that outlives its server is asked for its directory, and stopped', async () => {
      const server = start('insert')
      await server.rows(5)
      for (const pid of watchersOf(await postmasterOf(dataDir))) {
        process.kill(pid, 'SIGKILL')
      }
      server.child.kill('SIGKILL')
      await server.exit
      pretend('freebsd')
      await stopLeftover(path.join(dataDir, 'database'), (message) => warnings.push(message))
      pretend(platform)
      expect([listRunningOn(dataDir), warnings]).toEqual([[], []])
    })

    test('a process that does not answer is left alone, and the start fails with the reason', async () => {
      const mute = path.join(parent, 'mute')
      await mkdir(mute)
      const program = path.join(mute, 'postgres')
      await symlink('/bin/sleep', program)
      const { child, end } = startSleep(program)
      await writeFile(path.join(mute, 'postmaster.pid'), `${child}\n${mute}\n1\n5432\n${mute}\n\n`)
      pretend('freebsd')
      await expect(stopLeftover(mute, (message) => warnings.push(message))).rejects.toThrow(
        /^Process \d+ may be an earlier database on .* Nothing was changed\./,
      )
      pretend(platform)
      expect(process.kill(child, 0)).toBe(true)
      end()
    })
  })

  test('another database with the process id of a former one keeps running', async () => {
    const directory = await copied()
    const other = await open(dataDir)
    await other.pool.query('create table kept as select 1 as id')
    const line = `${await postmasterOf(dataDir)}\n${directory}/database\n1\n5432\n\n\n`
    await writeFile(path.join(directory, 'database', 'postmaster.pid'), line)
    const reused = await open(directory)
    for (const database of [reused, other]) {
      expect((await database.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
    }
    expect((await other.pool.query('select id from kept')).rows).toEqual([{ id: 1 }])
    expect(warnings).toEqual([
      expect.stringMatching(/^Process \d+ is another database's and was left alone/),
    ])
  })

  test.each(['a zombie', 'another program'])(
    'a pid file that names %s does not prevent a start',
    async (what) => {
      const { child, end } = what === 'a zombie' ? await startZombie() : startSleep()
      const line = `${child}\n${path.join(dataDir, 'database')}\n1\n5432\n\n\n`
      await writeFile(path.join(dataDir, 'database', 'postmaster.pid'), line)
      await (await open(dataDir)).close()
      end()
    },
  )

  test('a database that ends just before it is stopped does not prevent a start', async () => {
    const program = path.join(parent, 'postgres')
    await symlink('/bin/sleep', program)
    const { child, end } = startSleep(program, path.join(dataDir, 'database'))
    const line = `${child}\n${path.join(dataDir, 'database')}\n1\n5432\n\n\n`
    await writeFile(path.join(dataDir, 'database', 'postmaster.pid'), line)
    const stopping = vi.spyOn(process, 'kill').mockImplementationOnce(() => {
      throw Object.assign(new Error('kill ESRCH'), { code: 'ESRCH' })
    })
    await (await open(dataDir)).close()
    expect(stopping).toHaveBeenCalledExactlyOnceWith(child, 'SIGINT')
    stopping.mockRestore()
    end()
  })

  test('a start that is killed while creating the database does not prevent the next', async () => {
    const fresh = path.join(parent, 'killed')
    const first = start('hold', fresh)
    await expect
      .poll(async () => (await readdir(fresh).catch(() => [])).join(), {
        interval: 5,
        timeout: 10_000,
      })
      .toContain('database.new-')
    first.child.kill('SIGKILL')
    await first.exit
    await expect.poll(() => listRunningOn(fresh), { timeout: 2_000 }).toEqual([])
    await (await open(fresh)).close()
    expect((await readdir(fresh)).toSorted()).toEqual(['database', 'database.log', 'libraries'])
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

  test('the product’s role can read no files of the machine and is not a superuser', async () => {
    const { pool } = await open(dataDir)
    const { rows } = await pool.query('select rolsuper from pg_roles where rolname = current_user')
    expect(rows).toEqual([{ rolsuper: false }])
    for (const statement of [
      `select pg_read_file('/etc/shadow')`,
      `copy (select 1) to program 'cat'`,
      `create role other superuser`,
      `set role postgres`,
    ]) {
      await expect(pool.query(statement), statement).rejects.toThrow('permission denied')
    }
  })

  test('a database whose tables still belong to the superuser passes to the role', async () => {
    const directory = await copied()
    const first = await open(directory)
    await migrateDatabase(first)
    await asSuperuser(
      directory,
      `create type marble as enum ('glass');
      create table foreign_table (id integer generated always as identity, made marble);
      create sequence loose;
      create view seen as select id from foreign_table;
      create function answer() returns integer language sql as 'select 42';
      reassign owned by rollcall to postgres;
      drop owned by rollcall;
      drop role rollcall`,
    )
    await first.close()
    await rm(path.join(directory, 'database', 'rollcall-role-password'))
    for (const time of [1, 2]) {
      const database = await open(directory)
      await migrateDatabase(database)
      const { rows } = await database.pool.query(`
        select count(*) as count from (
          select relowner as owner from pg_class where relnamespace = 'public'::regnamespace
          union all select proowner from pg_proc where pronamespace = 'public'::regnamespace
          -- Base types come with extensions, and an array has the owner of its elements.
          union all select typowner from pg_type
            where typnamespace = 'public'::regnamespace and typtype <> 'b'
          union all select datdba from pg_database where datname = current_database()
        ) as owned
        where owner <> current_user::regrole`)
      expect(rows, `start ${time}`).toEqual([{ count: 0 }])
      await database.pool.query('alter table settings add column more integer')
      await database.pool.query('alter table settings drop column more')
      await database.close()
    }
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

  test('other users can read nothing, and need the password', async () => {
    const database = await open(dataDir)
    const url = new URL(database.url)
    url.password = 'guessed'
    const stranger = openDatabase({ databaseUrl: url.href, dataDir, warn: () => {} })
    await expect(stranger).rejects.toThrow('password authentication failed')
    for (const name of ['.', ...(await readdir(dataDir, { recursive: true }))]) {
      const { mode, uid } = await stat(path.join(dataDir, name))
      const isLibraryOrSocket = name.startsWith('libraries') || name.includes('.s.PGSQL')
      expect(isLibraryOrSocket ? 0 : mode & 0o077, name).toBe(0)
      if (name.endsWith('-password')) {
        expect(uid).toBe(process.getuid?.())
      }
    }
  })

  test.runIf(IS_ROOT)(
    'a database started by root may pass through root’s directories, and has no other right of root',
    async () => {
      await open(dataDir)
      const status = readFileSync(`/proc/${await postmasterOf(dataDir)}/status`, 'utf8')
      const CAP_DAC_READ_SEARCH = 1 << 2
      const [, held = ''] = /^CapEff:\s+(\w+)$/m.exec(status) ?? []
      expect(Number.parseInt(held, 16)).toBe(CAP_DAC_READ_SEARCH)
    },
  )

  test.runIf(IS_ROOT)(
    'a database started by root belongs to another account if that can reach the directory',
    async () => {
      const reachable = path.join(parent, 'reachable')
      await chmod(parent, 0o711)
      await mkdir(reachable, { mode: 0o711 })
      const database = await open(reachable)
      expect((await stat(path.join(reachable, 'database'))).uid).toBe(NOBODY)
      expect((await database.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
      await chmod(parent, 0o700)
    },
  )

  test.runIf(IS_ROOT)(
    'an ordinary user’s database keeps its owner when root opens it',
    async () => {
      const own = await copied()
      await chmod(parent, 0o711)
      for (const name of ['.', ...(await readdir(own, { recursive: true }))]) {
        if (!name.startsWith('libraries/')) {
          await chown(path.join(own, name), 12_345, 12_345)
        }
      }
      const passwordOfRole = path.join(own, 'database', 'rollcall-role-password')
      await rm(passwordOfRole)
      const database = await open(own)
      expect((await stat(passwordOfRole)).uid).toBe(12_345)
      const status = readFileSync(`/proc/${await postmasterOf(own)}/status`, 'utf8')
      expect(status).toMatch(/^Uid:\s+12345\s/m)
      await database.close()
      await chmod(parent, 0o700)
    },
  )

  test.runIf(IS_ROOT)(
    "another account's database is refused, and the accounts are named",
    async () => {
      const theirs = await copied()
      await chmod(parent, 0o711)
      await chmod(theirs, 0o777)
      await chown(path.join(theirs, 'database'), NOBODY, NOBODY)
      const { stdout } = spawnSync(process.execPath, [SCRIPT, 'hold', theirs], {
        uid: 12_345,
        gid: 12_345,
        encoding: 'utf8',
      })
      expect(stdout).toContain(
        `belongs to the account ${NOBODY}, and Rollcall runs as 12345. Nothing was changed.`,
      )
      await chmod(parent, 0o700)
    },
  )

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
    const child = spawn(process.execPath, [SCRIPT, task, directory], {
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
})

async function asSuperuser(dataDir: string, statements: string): Promise<void> {
  const url = await superuserUrl(path.join(dataDir, 'database'))
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(statements)
  await client.end()
}

function startSleep(program = 'sleep', cwd = '.') {
  const child = spawn(program, ['60'], { cwd })
  return { child: child.pid ?? 0, end: () => void child.kill() }
}

/** Starts a child process that ends and whose parent never waits for it. */
async function startZombie() {
  const parent = spawn('sh', ['-c', 'sleep 0 & echo $!; exec sleep 60'])
  const [line] = (await once(createInterface({ input: parent.stdout }), 'line')) as [string]
  return { child: Number(line), end: () => void parent.kill() }
}
