import { readdir } from 'node:fs/promises'
import { Kysely, PostgresDialect } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import pg from 'pg'
import type { Database } from './open-database.ts'

const migrationsDirectory = new URL('../../migrations/', import.meta.url)

/**
 * Brings the schema up to date: every file `NNNN-name.ts` in `migrations/` that has not run yet, in
 * one transaction, under Kysely's lock, so that several servers may start at once. There is no way
 * back. Rejects with the failing migration's name; the schema is then as it was.
 */
export async function migrateDatabase(
  database: Database,
  directory: URL = migrationsDirectory,
): Promise<void> {
  if (database.kind === 'embedded') return migrate(database.kysely, directory)
  // A migration may take longer than a request's statement: a connection without those limits.
  const pool = new pg.Pool({
    connectionString: database.pool.options.connectionString,
    types: database.pool.options.types,
    max: 1,
  })
  // A connection lost between two statements fails the next one.
  pool.on('error', () => {})
  try {
    await migrate(new Kysely({ dialect: new PostgresDialect({ pool }) }), directory)
  } finally {
    await pool.end()
  }
}

// biome-ignore lint/suspicious/noExplicitAny: the migrator takes a Kysely of any schema.
async function migrate(db: Kysely<any>, directory: URL): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: () => load(directory) } })
  const { error, results } = await migrator.migrateToLatest()
  if (error === undefined) return
  const failed = results?.find(({ status }) => status === 'Error')
  const reason = error instanceof Error ? error.message : String(error)
  throw new Error(`Migration ${failed?.migrationName ?? 'of the database'} failed: ${reason}`, {
    cause: error,
  })
}

async function load(directory: URL): Promise<Record<string, Migration>> {
  const names = (await readdir(directory)).filter((name) => /^\d{4}-[a-z0-9-]+\.ts$/.test(name))
  const entries = names.map(async (name): Promise<[string, Migration]> => {
    const migration: Migration = await import(new URL(name, directory).href)
    return [name.replace('.ts', ''), migration]
  })
  return Object.fromEntries(await Promise.all(entries))
}
