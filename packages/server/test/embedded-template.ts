/**
 * Once per test project: one migrated database, which every test copies. Embedded, or on the server
 * at the project's TEST_DATABASE_URL.
 */
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { migrateDatabase } from '../src/database/migrate.ts'
import { type Database, openDatabase } from '../src/database/open-database.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The data directory to copy, or the URL of the database to use as template. */
    template: string
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const serverUrl = project.config.env.TEST_DATABASE_URL
  return serverUrl ? onServer(project, serverUrl) : embedded(project)
}

async function embedded(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'rollcall-template-'))
  const remove = () => rm(dataDir, { recursive: true, force: true })
  await makeTemplate(undefined, dataDir).catch(async (error) => {
    await remove()
    throw error
  })
  project.provide('template', dataDir)
  return remove
}

async function onServer(project: TestProject, serverUrl: string): Promise<() => Promise<void>> {
  const name = `rollcall_template_${randomUUID().replaceAll('-', '')}`
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  await run(serverUrl, `create database ${name}`)
  await makeTemplate(url.href, '')
  project.provide('template', url.href)
  return () => run(serverUrl, `drop database if exists ${name} with (force)`)
}

async function makeTemplate(databaseUrl: string | undefined, dataDir: string): Promise<void> {
  const database = await openDatabase({ databaseUrl, dataDir, warn: () => {} })
  try {
    await migrateDatabase(database)
    if (database.kind === 'embedded') await dropSpareDatabases(database)
  } finally {
    await database.close()
  }
}

/** Two thirds of the files to copy belong to databases that nobody connects to. */
async function dropSpareDatabases({ pool }: Database): Promise<void> {
  await pool.query('update pg_database set datistemplate = false')
  await pool.query('drop database template0')
  await pool.query('drop database template1')
  await pool.query('checkpoint')
}

async function run(serverUrl: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
