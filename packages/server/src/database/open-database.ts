import { existsSync } from 'node:fs'
import path from 'node:path'
import { Kysely, PostgresDialect } from 'kysely'
import type pg from 'pg'
import { openEmbedded } from './open-embedded.ts'
import { openPatientPostgres, openPostgres } from './open-postgres.ts'
import type { Schema } from './schema.ts'

export interface Database {
  kysely: Kysely<Schema>
  pool: pg.Pool
  kind: 'embedded' | 'postgres'
  /** Waits for checked-out connections, then closes and unlocks. Later calls share the first. */
  close(): Promise<void>
}

/**
 * Opens the one database: the server at `databaseUrl`, or the embedded one below `dataDir`.
 * Migrates nothing. Rejects with one readable sentence when the database cannot be served safely;
 * `warn` receives what an operator should know but need not stop for.
 * Someone who listens for notifications takes a `pg.Client` of their own: the pool's connections
 * are closed when idle.
 */
export async function openDatabase(options: {
  databaseUrl: string | undefined
  dataDir: string
  warn(message: string): void
  withoutUpkeep?: boolean
}): Promise<Database> {
  if (options.databaseUrl !== undefined) {
    const pool = await openPostgres(options.databaseUrl, options.warn)
    return databaseOf({ kind: 'postgres', pool, close: () => pool.end() })
  }
  const { pool, close } = await openEmbedded(options)
  return databaseOf({ kind: 'embedded', pool, close })
}

/**
 * The database that is there, for a command that reads or writes all of it. Makes none: rejects with
 * a readable sentence where there is none, or where a server has the embedded one.
 */
export async function openExistingDatabase(options: {
  databaseUrl: string | undefined
  dataDir: string
  warn(message: string): void
}): Promise<Database> {
  if (options.databaseUrl === undefined) {
    if (!existsSync(path.join(options.dataDir, 'database'))) {
      throw new Error(`There is no database in ${options.dataDir}. Set DATA_DIR or DATABASE_URL.`)
    }
    return openDatabase({ ...options, withoutUpkeep: true })
  }
  return openPatientDatabase(options.databaseUrl)
}

/** The database on a server, for statements that take as long as they take. */
export function openPatientDatabase(databaseUrl: string): Database {
  const pool = openPatientPostgres(databaseUrl)
  return databaseOf({ kind: 'postgres', pool, close: () => pool.end() })
}

function databaseOf(opened: Omit<Database, 'kysely'>): Database {
  const kysely = new Kysely<Schema>({ dialect: new PostgresDialect({ pool: opened.pool }) })
  let closing: Promise<void> | undefined
  return {
    ...opened,
    kysely,
    close() {
      closing ??= opened.close()
      return closing
    },
  }
}
