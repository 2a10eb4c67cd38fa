/**
 * All rows in the database, to check that a refused call changed nothing, or to search for values that must
 * not be stored.
 */
import { sql } from 'kysely'
import type { Db } from '../../src/platform/database/schema.ts'

/**
 * Names, which a late refusal leaves behind for a day, and tables that jobs for days and badges write at any time: with
 * the change feed, in which a process also notes that it has begun.
 */
const NAMES_AND_JOBS = [
  ...['racers', 'new_racers', 'maps', 'racer_days', 'day_closings'],
  ...['racer_badges', 'badge_progress', 'badge_checks', 'changes'],
]
/** Boards are stored when somebody reads them, and calls are counted. */
const DERIVED = ['event_boards', 'event_board_rows', 'call_counts']
/** With what a duplicate's receipt offers. */
const RECEIPTS = ['uploads', 'offered_games', 'offered_hits']
/** A refusal may leave a receipt, and sessions and keys store when they were used. */
const MAY_CHANGE = new Set([...RECEIPTS, 'sessions', 'upload_keys', ...NAMES_AND_JOBS, ...DERIVED])

/** All tables. Partitions are left out, because their rows are in their tables. */
const TABLES = sql<{ name: string }>`
  select relname as name from pg_class
  where relkind in ('r', 'p') and not relispartition
    and relnamespace = 'public'::regnamespace and relname not like 'kysely%'
  order by 1`

/** The rows of every table as text, except tables that a refused call may change. */
export async function storedRows(db: Db): Promise<Record<string, string[]>> {
  const all = await everyRow(db)
  return Object.fromEntries(Object.entries(all).filter(([table]) => !MAY_CHANGE.has(table)))
}

/** The rows of every table as text. */
export async function everyRow(db: Db): Promise<Record<string, string[]>> {
  const tables = await TABLES.execute(db)
  const rows: Record<string, string[]> = {}
  for (const { name } of tables.rows) {
    const all = await sql<{ row: string }>`
      select to_json(t)::text as row from ${sql.table(name)} as t order by 1`.execute(db)
    rows[name] = all.rows.map((entry) => entry.row)
  }
  return rows
}

/**
 * Returns a function that lists the tables that changed since. A trigger on every table notes each write,
 * which is quicker than comparing all rows.
 */
export async function watchWrites(db: Db): Promise<() => Promise<string[]>> {
  await sql`create table written (name text primary key)`.execute(db)
  await sql`
    create function note_write() returns trigger language plpgsql as $$
    begin
      insert into written values (coalesce(pg_partition_root(tg_relid), tg_relid)::regclass::text)
        on conflict do nothing;
      return null;
    end $$`.execute(db)
  const tables = await TABLES.execute(db)
  for (const { name } of tables.rows.filter((table) => table.name !== 'written')) {
    await sql`create trigger note_write after insert or update or delete on ${sql.table(name)}
      for each row execute function note_write()`.execute(db)
  }
  return async () => {
    const { rows } = await sql<{ name: string }>`delete from written returning name`.execute(db)
    return rows
      .map(({ name }) => name)
      .filter((name) => !NAMES_AND_JOBS.includes(name))
      .toSorted()
  }
}
