import type pg from 'pg'
import { checkSchema } from '../../platform/database/migrate.ts'
import type { Database } from '../../platform/database/open-database.ts'
import { type BackupLine, FORMAT } from './backup-lines.ts'
import { listTables, type StoredTable } from './tables.ts'

const ROWS_A_LINE = 2_000
const LARGE_ROWS_A_LINE = 4

export async function* dumpDatabase(
  database: Database,
  { now, isOlderAllowed = false }: { now: Date; isOlderAllowed?: boolean },
): AsyncGenerator<BackupLine> {
  const migration = await checkSchema(database, { isOlderAllowed })
  const client = await database.pool.connect()
  const total = { rows: 0 }
  try {
    await client.query('begin isolation level repeatable read read only')
    await client.query(`set local timezone = 'UTC'`)
    await client.query(`set local datestyle = 'ISO'`)
    await client.query(`set local extra_float_digits = 1`)
    const tables = await listTables(client)
    const sequences = await client.query<{ name: string; last: string | null }>(
      `select sequencename as name, last_value::text as last from pg_sequences
       where schemaname = current_schema() order by 1`,
    )
    yield {
      rollcallBackup: FORMAT,
      madeAt: now.toISOString(),
      migration,
      tables,
      sequences: sequences.rows,
    }
    for (const table of tables) {
      for await (const rows of readTableRows(client, table)) {
        total.rows += rows.length
        yield { table: table.name, rows }
      }
    }
    await client.query('commit')
    yield { end: total }
  } finally {
    client.release(true)
  }
}

async function* readTableRows(client: pg.ClientBase, table: StoredTable) {
  const columns = table.columns.map(({ name }) => `"${name}"::text`).join(', ')
  const isLarge = table.columns.some(({ type }) => type === 'bytea')
  await client.query(`declare dumped no scroll cursor for select ${columns} from "${table.name}"`)
  for (;;) {
    const { rows } = await client.query<(string | null)[]>({
      text: `fetch ${isLarge ? LARGE_ROWS_A_LINE : ROWS_A_LINE} from dumped`,
      rowMode: 'array',
    })
    if (rows.length === 0) break
    yield rows
  }
  await client.query('close dumped')
}
