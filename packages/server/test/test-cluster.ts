/**
 * Once per run: a PostgreSQL server with one migrated database, which every test copies. It is the
 * embedded one, or the server at TEST_DATABASE_URL.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { startEmbedded } from '../src/database/embedded-postgres.ts'
import { superuserUrl } from '../src/database/embedded-roles.ts'
import { migrateDatabase } from '../src/database/migrate.ts'
import { openDatabase } from '../src/database/open-database.ts'
import { createDatabaseOn } from './test-database.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The URL of the database to copy. */
    template: string
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = process.env.TEST_DATABASE_URL
    ? { url: process.env.TEST_DATABASE_URL, stop: async () => {} }
    : await startCluster()
  const template = await createDatabaseOn(server.url, 'template1')
  const database = await openDatabase({ databaseUrl: template.url, dataDir: '', warn: () => {} })
  await migrateDatabase(database)
  await database.close()
  project.provide('template', template.url)
  return async () => {
    await template.drop()
    await server.stop()
  }
}

/** What it holds need not outlive the run. */
async function startCluster(): Promise<{ url: string; stop(): Promise<void> }> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'rollcall-cluster-'))
  const { url, stop } = await startEmbedded({
    dataDir,
    warn: (message) => process.stderr.write(`${message}\n`),
    settings: {
      fsync: 'off',
      full_page_writes: 'off',
      synchronous_commit: 'off',
      max_connections: '200',
    },
  })
  const admin = new pg.Client({
    connectionString: await superuserUrl(path.join(dataDir, 'database')),
  })
  await admin.connect()
  // For copies of the template, and for rows that no constraint would let in.
  await admin.query(`
    alter role rollcall createdb;
    grant set on parameter session_replication_role to rollcall`)
  await admin.end()
  return {
    url,
    async stop() {
      await stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
