/**
 * Runs once per test run: a PostgreSQL server with one migrated database, which every test copies. The server
 * is the one of TEST_DATABASE_URL, or one of the run's own.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startEmbedded } from '@rollcall/embedded-postgres/embedded-postgres'
import { superuserUrl } from '@rollcall/embedded-postgres/roles'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { migrateDatabase } from '../../src/platform/database/migrate.ts'
import { openDatabaseAt } from '../../src/platform/database/open-database.ts'
import { createDatabaseOn } from './test-database.ts'
import { findTestDirectory } from './test-directory.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The URL of the database to copy. */
    template: string
    /** The URL at which the server's superuser connects, which the tests' own role need not be. */
    superuser: string
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  // For this process and the test processes, which start later.
  process.env.TMPDIR = findTestDirectory()
  const server = process.env.TEST_DATABASE_URL
    ? {
        url: process.env.TEST_DATABASE_URL,
        superuser: process.env.TEST_DATABASE_URL,
        stop: async () => {},
      }
    : await startCluster()
  const template = await createDatabaseOn(server.url, 'template1')
  const database = openDatabaseAt(template.url)
  await migrateDatabase(database)
  await database.close()
  project.provide('template', template.url)
  project.provide('superuser', server.superuser)
  return async () => {
    await template.drop()
    await server.stop()
  }
}

/** Its data need not survive the run. */
async function startCluster(): Promise<{ url: string; superuser: string; stop(): Promise<void> }> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'rollcall-cluster-'))
  const { url, stop } = await startEmbedded({
    dataDir,
    warn: (message) => process.stderr.write(`${message}\n`),
    settings: {
      fsync: 'off',
      full_page_writes: 'off',
      synchronous_commit: 'off',
      max_connections: '400',
    },
  })
  const superuser = await superuserUrl(path.join(dataDir, 'database'))
  const admin = new pg.Client({ connectionString: superuser })
  await admin.connect()
  // Tests copy the template, and insert rows that constraints would refuse; filling for benchmarks ends with a checkpoint.
  await admin.query(`
    alter role rollcall createdb;
    grant pg_checkpoint to rollcall;
    grant set on parameter session_replication_role to rollcall`)
  await admin.end()
  return {
    url,
    superuser,
    async stop() {
      await stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
