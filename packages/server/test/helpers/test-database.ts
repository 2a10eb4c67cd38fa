import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { inject } from 'vitest'
import { restoreBackup } from '../../src/ops/backup/restore-backup.ts'
import { migrateDatabaseTo } from '../../src/platform/database/migrate.ts'
import {
  type Database,
  type DatabasePlace,
  openDatabase,
} from '../../src/platform/database/open-database.ts'
import { STATEMENT_MS } from '../../src/platform/database/open-pool.ts'

/** With a few seconds, as in the product, tests would fail by chance wherever they share the processors. */
const BUSY_MACHINE_MS = 60_000

export interface TestDatabase {
  database: Database
  /** A directory for this test alone. */
  dataDir: string
  /** Closes the database and removes everything. */
  drop(): Promise<void>
}

/**
 * A migrated, empty database for one test: a copy of the run's template.
 *
 * @param isPatient whether statements may take as long as on a busy machine; otherwise as long as in the product
 */
export async function createTestDatabase({ isPatient = true } = {}): Promise<TestDatabase> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'rollcall-test-'))
  const template = inject('template')
  const copy = await createDatabaseOn(template, new URL(template).pathname.slice(1))
  const place = { databaseUrl: copy.url, dataDir, warn: () => {} }
  const statementMs = isPatient ? BUSY_MACHINE_MS : STATEMENT_MS
  return openTestDatabase({ ...place, statementMs }, copy.drop)
}

async function openTestDatabase(
  place: DatabasePlace & { databaseUrl: string },
  drop: () => Promise<void>,
): Promise<TestDatabase> {
  const { dataDir } = place
  const busy = { connectMs: BUSY_MACHINE_MS, statementMs: BUSY_MACHINE_MS }
  const database = await openDatabase({ ...busy, ...place })
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

/** An empty database with the schema as it was after that migration. */
export async function createOlderDatabase(migration: string): Promise<TestDatabase> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'rollcall-test-'))
  const { url, drop } = await createEmptyDatabase()
  const older = await openTestDatabase({ databaseUrl: url, dataDir, warn: () => {} }, drop)
  await migrateDatabaseTo(older.database, migration)
  return older
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
      await dropDatabase(admin, name)
      await admin.end()
    },
  }
}

const IN_USE = '55006'

/** Connections that are being ended may take a while on a busy machine, and so does an autovacuum. */
async function dropDatabase(admin: pg.Client, name: string): Promise<void> {
  // Not `with (force)`: that fails on an autovacuum, which belongs to a superuser.
  await admin.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and usename = current_user',
    [name],
  )
  try {
    await admin.query(`drop database if exists ${name}`)
  } catch (error) {
    if ((error as { code?: string }).code !== IN_USE) {
      throw error
    }
    await dropDatabase(admin, name)
  }
}
