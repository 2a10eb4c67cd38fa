import type pg from 'pg'
import { getSettings } from '../../domain/site/settings.ts'
import { migrateDatabase, migrateDatabaseTo } from '../../platform/database/migrate.ts'
import type { Database } from '../../platform/database/open-database.ts'
import type { Db } from '../../platform/database/schema.ts'
import { createSeasonPartitions } from '../../platform/database/season-partitions.ts'
import type { Header } from './backup-lines.ts'
import { listTables, type StoredTable } from './tables.ts'

export interface DatabaseLoad {
  add(table: string, rows: readonly (string | null)[][]): Promise<void>
  /** Commits and brings the schema up to date. */
  finish(): Promise<void>
  cancel(): Promise<void>
}

/** @throws if the database is not empty, or the backup's tables are not those of its migration */
export async function startLoading(database: Database, header: Header): Promise<DatabaseLoad> {
  await refuseFull(database)
  await migrateDatabaseTo(database, header.migration)
  const client = await database.pool.connect()
  try {
    await client.query('begin')
    await client.query(`set local timezone = 'UTC'`)
    await client.query(`set local datestyle = 'ISO'`)
    const tables = await listTables(client)
    if (JSON.stringify(tables) !== JSON.stringify(header.tables)) {
      throw new Error(`The backup's tables are not those of ${header.migration}.`)
    }
    const statements = new Map(tables.map((table) => [table.name, insertInto(table)]))
    return {
      async add(name, rows) {
        const statement = statements.get(name)
        if (statement === undefined) throw new Error(`There is no table ${name}.`)
        const width = rows[0]?.length ?? 0
        await client.query(
          statement,
          Array.from({ length: width }, (_, column) => rows.map((row) => row[column] ?? null)),
        )
      },
      async finish() {
        await setSequences(client, header)
        await client.query('commit')
        client.release()
        await migrateDatabase(database)
        await partitionSeasons(database.kysely)
        await database.pool.query('analyze')
      },
      cancel: async () => client.release(true),
    }
  } catch (error) {
    client.release(true)
    throw error
  }
}

async function refuseFull({ pool }: Database): Promise<void> {
  const { rows } = await pool.query<{ name: string }>(
    `select relname as name from pg_class
     where relkind = 'r' and relnamespace = current_schema()::regnamespace limit 1`,
  )
  if (rows[0] !== undefined) {
    throw new Error(
      `The database is not empty: it has the table ${rows[0].name}. Nothing was changed. Restore into an empty one.`,
    )
  }
}

function insertInto({ name, columns }: StoredTable): string {
  const names = columns.map((column) => `"${column.name}"`).join(', ')
  const values = columns.map((column) => `given."${column.name}"::${column.type}`).join(', ')
  const arrays = columns.map((_, index) => `$${index + 1}::text[]`).join(', ')
  return `insert into "${name}" (${names}) overriding system value
    select ${values} from unnest(${arrays}) as given (${names})`
}

async function setSequences(client: pg.ClientBase, { sequences }: Header): Promise<void> {
  for (const { name, last } of sequences) {
    if (last !== null) {
      await client.query(`select setval(format('%I', $1::text)::regclass, $2::bigint)`, [
        name,
        last,
      ])
    }
  }
}

/** A backup does not contain partitions. */
async function partitionSeasons(db: Db): Promise<void> {
  const { season, devSeason } = await getSettings(db)
  const listed = await db.selectFrom('seasons').select('number').execute()
  const seasons = new Set([...listed.map(({ number }) => number), season])
  if (devSeason !== null) {
    seasons.add(devSeason)
  }
  for (const one of seasons) {
    await createSeasonPartitions(db, one)
  }
}
