import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { inject } from 'vitest'
import { restoreBackup } from '../../src/backup/restore-backup.ts'
import {
  type Database,
  type DatabasePlace,
  openDatabase,
} from '../../src/database/open-database.ts'

/** With three seconds, as in the product, tests would fail by chance wherever they share the processors. */
const BUSY_MACHINE_MS = 60_000

export interface TestDatabase {
  database: Database
  /** A directory for this test alone. */
  dataDir: string
  /** Closes the database and removes everything. */
  drop(): Promise<void>
}

/** A migrated, empty database for one test: a copy of the run's template. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'rollcall-test-'))
  const template = inject('template')
  const copy = await createDatabaseOn(template, new URL(template).pathname.slice(1))
  return openTestDatabase({ databaseUrl: copy.url, dataDir, warn: () => {} }, copy.drop)
}

async function openTestDatabase(
  place: DatabasePlace & { databaseUrl: string },
  drop: () => Promise<void>,
): Promise<TestDatabase> {
  const { dataDir } = place
  const database = await openDatabase({ ...place, connectMs: BUSY_MACHINE_MS })
  return {
    database,
    dataDir,
    async drop() {
      await database.close()
      await drop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** A database with the data of a backup, in the backup's schema. */
export async function restoreTestDatabase(
  file: string,
  privacy: Parameters<typeof restoreBackup>[2] = null,
): Promise<TestDatabase> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'rollcall-test-'))
  const { url, drop } = await createEmptyDatabase()
  const place = { databaseUrl: url, dataDir, warn: () => {} }
  await restoreBackup(place, file, privacy)
  return openTestDatabase(place, drop)
}

/** A database without any table, on the run's server. */
export async function createEmptyDatabase() {
  return createDatabaseOn(inject('template'), 'template1')
}

/** A copy of the database `template`, on the server at that URL. */
export async function createDatabaseOn(
  server: string,
  template: string,
): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `rollcall_test_${randomUUID().replaceAll('-', '')}`
  const url = new URL(server)
  url.pathname = `/${name}`
  const maintenance = new URL(server)
  maintenance.pathname = '/postgres'
  const admin = new pg.Client({ connectionString: maintenance.href })
  await admin.connect()
  await admin.query(`create database ${name} template ${template} strategy file_copy`)
  return {
    url: url.href,
    async drop() {
      // Not `with (force)`: that fails on an autovacuum, which belongs to a superuser.
      await admin.query(
        'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and usename = current_user',
        [name],
      )
      await admin.query(`drop database if exists ${name}`)
      await admin.end()
    },
  }
}
