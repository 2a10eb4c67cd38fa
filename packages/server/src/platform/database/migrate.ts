import { readdir } from 'node:fs/promises'
import { Kysely, PostgresDialect } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { foldStoredNames } from './folded-names.ts'
import type { Database } from './open-database.ts'
import { openPatientPool } from './open-pool.ts'
import { createTrigramIndexes } from './trigrams.ts'

/** Tells people who wait for the start which step a migration is at, such as `racers' totals`. */
export type ReportStep = (step: string) => void

interface MigrateOptions {
  directory?: URL
  report?: ReportStep
}

const migrationsDirectory = new URL('../../../migrations/', import.meta.url)

/**
 * Runs new migrations in one transaction under Kysely's lock, so that several servers can start at once.
 * If one fails, rejects with its name and leaves the schema as it was. Then makes what a migration cannot: the folded
 * names (folded-names.ts), and what depends on the server's extensions (trigrams.ts).
 */
export async function migrateDatabase(
  database: Database,
  options: MigrateOptions = {},
): Promise<void> {
  await withPatience(database, async (db) => {
    await migrate(db, options)
    await foldStoredNames(db)
    await createTrigramIndexes(db, options.report)
  })
}

/** Gives an empty database the schema as it was after that migration, so that rows from that time fit. */
export async function migrateDatabaseTo(database: Database, migration: string): Promise<void> {
  if (!(migration in (await load(migrationsDirectory, () => {})))) {
    throw new Error(`The migration ${migration} is not known here; a newer Rollcall made it.`)
  }
  await withPatience(database, (db) => migrate(db, { migration }))
}

/** Returns the schema's last migration; rejects if the schema is not this Rollcall's, or an older one's if allowed. */
export async function checkSchema(
  { pool }: Database,
  { isOlderAllowed = false }: { isOlderAllowed?: boolean } = {},
): Promise<string> {
  const { rows } = await pool
    .query<{ name: string }>('select name from kysely_migration order by name')
    .catch((error: Error & { code?: string }) => {
      if (error.code === undefinedTable) return { rows: [] }
      throw error
    })
  const applied = rows.map(({ name }) => name)
  const known = Object.keys(await load(migrationsDirectory, () => {})).toSorted()
  const last = applied.at(-1)
  if (last === undefined) {
    throw new Error(
      'This is not a database of Rollcall. Is DATA_DIR or DATABASE_URL the right one?',
    )
  }
  const expected = isOlderAllowed ? known.slice(0, applied.length) : known
  if (applied.join() !== expected.join()) {
    const age = last > (known.at(-1) ?? '') ? 'newer' : 'older'
    throw new Error(
      `The database is of ${age === 'newer' ? 'a newer' : 'an older'} Rollcall (${last}). ` +
        (age === 'newer'
          ? 'Use that one.'
          : 'Start this one on it once, which brings it up to date.'),
    )
  }
  return last
}

const undefinedTable = '42P01'

async function withPatience(
  database: Database,
  use: (db: Kysely<unknown>) => Promise<void>,
): Promise<void> {
  // A migration may take longer than a request's statement.
  const pool = openPatientPool(database.url)
  try {
    await use(new Kysely({ dialect: new PostgresDialect({ pool }) }))
  } finally {
    await pool.end()
  }
}

async function migrate(
  db: Kysely<unknown>,
  {
    directory = migrationsDirectory,
    report = () => {},
    migration,
  }: MigrateOptions & { migration?: string },
): Promise<void> {
  const getMigrations = () => load(directory, report)
  const migrator = new Migrator({ db, provider: { getMigrations } })
  const { error, results } = await (migration === undefined
    ? migrator.migrateToLatest()
    : migrator.migrateTo(migration))
  if (error === undefined) return
  const failed = results?.find(({ status }) => status === 'Error')
  const reason = error instanceof Error ? error.message : String(error)
  throw new Error(`Migration ${failed?.migrationName ?? 'of the database'} failed: ${reason}`, {
    cause: error,
  })
}

async function load(directory: URL, report: ReportStep): Promise<Record<string, Migration>> {
  const names = (await readdir(directory)).filter((name) => /^\d{4}-[a-z0-9-]+\.ts$/.test(name))
  const entries = names.map(async (name): Promise<[string, Migration]> => {
    const { up }: { up(db: Kysely<unknown>, report: ReportStep): Promise<void> } = await import(
      new URL(name, directory).href
    )
    return [name.replace('.ts', ''), { up: (db) => up(db, report) }]
  })
  return Object.fromEntries(await Promise.all(entries))
}
