/** The large tables are kept apart by season; a season that is not set anywhere shares the default partition. */
import { sql } from 'kysely'
import type { Db } from './schema.ts'

const TABLES = ['game_results', 'racer_days']

/**
 * Gives a season partitions of its own, before it is set in the settings; what the default partition holds of it moves.
 * In a transaction.
 */
export async function createSeasonPartitions(trx: Db, season: number): Promise<void> {
  for (const table of TABLES) {
    if (!(await exists(trx, `${table}_s${season}`))) {
      await createPartition(trx, table, season)
    }
  }
}

async function createPartition(trx: Db, table: string, season: number): Promise<void> {
  const parent = sql.table(table)
  const rest = sql.table(`${table}_default`)
  await sql`alter table ${parent} detach partition ${rest}`.execute(trx)
  await sql`
    create table ${sql.table(`${table}_s${season}`)} partition of ${parent}
    for values in (${sql.lit(season)})`.execute(trx)
  const columns = sql.join((await writableColumns(trx, table)).map((name) => sql.ref(name)))
  await sql`
    with moved as (delete from ${rest} where season = ${season} returning ${columns})
    insert into ${parent} (${columns}) select ${columns} from moved`.execute(trx)
  await sql`alter table ${parent} attach partition ${rest} default`.execute(trx)
}

async function exists(trx: Db, table: string): Promise<boolean> {
  const { rows } = await sql<{ isThere: boolean }>`
    select to_regclass(${table}) is not null as "isThere"`.execute(trx)
  return rows[0]?.isThere ?? false
}

/** Without those that the database makes of others. */
async function writableColumns(trx: Db, table: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select attname as name from pg_attribute
    where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attgenerated = ''
    order by attnum`.execute(trx)
  return rows.map(({ name }) => name)
}
