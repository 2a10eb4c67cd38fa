/** Everything the database holds, to show that a refused call changed nothing, or to look for what it must not hold. */
import { sql } from 'kysely'
import type { Db } from '../src/database/schema.ts'

/** Receipts are what a refusal may leave; sessions and keys note when they were used. */
const MAY_CHANGE = new Set(['uploads', 'sessions', 'upload_keys'])

/** The rows of every table as text; without those that a refused call may change. */
export async function storedRows(db: Db): Promise<Record<string, string[]>> {
  const all = await everyRow(db)
  return Object.fromEntries(Object.entries(all).filter(([table]) => !MAY_CHANGE.has(table)))
}

/** The rows of every table as text. */
export async function everyRow(db: Db): Promise<Record<string, string[]>> {
  const tables = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_name not like 'kysely%' order by 1`.execute(db)
  const rows: Record<string, string[]> = {}
  for (const { name } of tables.rows) {
    const all = await sql<{ row: string }>`
      select to_json(t)::text as row from ${sql.table(name)} as t order by 1`.execute(db)
    rows[name] = all.rows.map((entry) => entry.row)
  }
  return rows
}
