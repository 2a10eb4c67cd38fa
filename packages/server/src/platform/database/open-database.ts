import { existsSync } from 'node:fs'
import path from 'node:path'
import { DirectoryInUseError } from '@rollcall/embedded-postgres/data-directory-lock'
import { findRunningEmbedded, startEmbedded } from '@rollcall/embedded-postgres/embedded-postgres'
import { Kysely, PostgresDialect } from 'kysely'
import type pg from 'pg'
import { LONG_STATEMENT_MS, openPatientPool, openPool } from './open-pool.ts'
import type { Schema } from './schema.ts'

export interface Database {
  kysely: Kysely<Schema>
  /** The same database, for statements that may take a minute, such as making a large board. */
  slow: Kysely<Schema>
  pool: pg.Pool
  /** For a separate connection, such as one that listens: the pool closes idle connections. */
  url: string
  /** Waits for checked-out connections, then closes. Further calls wait for the first. */
  close(): Promise<void>
}

export interface DatabasePlace {
  databaseUrl: string | undefined
  dataDir: string
  warn(message: string): void
  /** How long a caller waits for a connection, if not as long as people do. */
  connectMs?: number
  /** How long a statement may take, if not as long as people wait. */
  statementMs?: number | undefined
}

/** Creates an embedded database on the first start; does not migrate. Rejects with one readable sentence. */
export async function openDatabase(place: DatabasePlace): Promise<Database> {
  const { databaseUrl } = place
  if (databaseUrl !== undefined) {
    const database = makeDatabase(databaseUrl, openPools(databaseUrl, place))
    await warnIfNotDurable(database, place.warn)
    return database
  }
  const embedded = await startEmbedded(place)
  return makeDatabase(embedded.url, { ...openPools(embedded.url, place), stop: embedded.stop })
}

/** The same for commands that read or write everything; their statements have no time limit. */
export async function openPatientDatabase(place: DatabasePlace): Promise<Database> {
  if (place.databaseUrl !== undefined) {
    return makeDatabase(place.databaseUrl, { pool: openPatientPool(place.databaseUrl) })
  }
  const embedded = await startEmbedded(place)
  return makeDatabase(embedded.url, { pool: openPatientPool(embedded.url), stop: embedded.stop })
}

/** For commands that read everything, even while a server is running. Rejects if there is no database. */
export async function openExistingDatabase(place: DatabasePlace): Promise<Database> {
  if (place.databaseUrl === undefined && !existsSync(path.join(place.dataDir, 'database'))) {
    throw new Error(`There is no database in ${place.dataDir}. Set DATA_DIR or DATABASE_URL.`)
  }
  try {
    return await openPatientDatabase(place)
  } catch (error) {
    const url =
      error instanceof DirectoryInUseError ? await findRunningEmbedded(place.dataDir) : null
    if (url === null) {
      throw error
    }
    return openDatabaseAt(url)
  }
}

/** For a database that runs already. Its statements have no time limit. */
export function openDatabaseAt(url: string, stop?: () => Promise<void>): Database {
  return makeDatabase(url, { pool: openPatientPool(url), ...(stop && { stop }) })
}

function openPools(url: string, { warn, connectMs, statementMs }: DatabasePlace) {
  return {
    pool: openPool(url, { warn, connectMs, statementMs }),
    slowPool: openPool(url, { warn, connectMs, statementMs: LONG_STATEMENT_MS }),
  }
}

/** @param slowPool without it, slow statements use `pool` too */
function makeDatabase(
  url: string,
  { pool, slowPool, stop }: { pool: pg.Pool; slowPool?: pg.Pool; stop?: () => Promise<void> },
): Database {
  let closing: Promise<void> | undefined
  const makeKysely = (its: pg.Pool) =>
    new Kysely<Schema>({ dialect: new PostgresDialect({ pool: its }) })
  return {
    url,
    pool,
    kysely: makeKysely(pool),
    slow: makeKysely(slowPool ?? pool),
    close() {
      closing ??= Promise.all([pool.end(), slowPool?.end()]).then(stop)
      return closing
    },
  }
}

async function warnIfNotDurable(
  database: Database,
  warn: (message: string) => void,
): Promise<void> {
  try {
    const { rows } = await database.pool.query<{ name: string }>(
      `select name from pg_settings
       where name in ('fsync', 'full_page_writes') and setting = 'off' order by name`,
    )
    for (const { name } of rows) {
      warn(`PostgreSQL runs with ${name} off: a power cut may lose or damage data. Turn it on.`)
    }
  } catch (error) {
    await database.close()
    throw new Error(`The database at DATABASE_URL cannot be used: ${(error as Error).message}`, {
      cause: error,
    })
  }
}
