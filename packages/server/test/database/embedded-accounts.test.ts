/** Who can reach the embedded database: its role, other users of the machine, root. */

import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { chmod, chown, mkdir, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { migrateDatabase } from '../../src/platform/database/migrate.ts'
import { openDatabase } from '../../src/platform/database/open-database.ts'
import { postmasterOf } from '../helpers/database-processes.ts'
import {
  asSuperuser,
  DATABASE_PROCESS,
  useEmbeddedDatabases,
} from '../helpers/embedded-databases.ts'

const IS_ROOT = process.getuid?.() === 0
const NOBODY = 65534

describe.skipIf(process.env.TEST_DATABASE_URL)('the accounts of the embedded database', () => {
  const { parent, dataDir, open, copied } = useEmbeddedDatabases()

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
      const { stdout } = spawnSync(process.execPath, [DATABASE_PROCESS, 'hold', theirs], {
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
})
