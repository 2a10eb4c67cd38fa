/** The large tables are partitioned by season. Seasons that no setting names share the default partition. */
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from './schema.ts'

/** The partitioned tables. Each refers to another table, on which a new partition creates triggers. */
const TABLES = [
  { table: 'game_results', refersTo: 'games' },
  { table: 'racer_days', refersTo: 'channel_seasons' },
] as const

type Partitioned = (typeof TABLES)[number]

/**
 * Creates a season's partitions before the season is set in the settings, and moves its rows out of the default
 * partition. Each table has its own transaction, which takes locks in the same order as uploads.
 */
export async function createSeasonPartitions(db: Db, season: number): Promise<void> {
  for (const partitioned of TABLES) {
    const { table, refersTo } = partitioned
    if (await exists(db, `${table}_s${season}`)) {
      continue
    }
    const create = () =>
      db.transaction().execute(async (trx) => {
        await sql`lock table ${sql.table(refersTo)} in share row exclusive mode`.execute(trx)
        // Another server may have just created it.
        if (await exists(trx, `${table}_s${season}`)) {
          return
        }
        const hasRows = await isInDefault(trx, table, season)
        await (hasRows
          ? splitDefault(trx, partitioned, season)
          : createPartition(trx, table, season))
      })
    await repeatIfInTheWay(create)
  }
}

/**
 * `23514`: the season's first rows were not committed yet when we looked for them. `55P03`: somebody who reads one of
 * the tables waits for the other one, which we hold.
 */
const IN_THE_WAY = ['23514', '55P03']
/** Nobody waits longer for a lock. */
const GIVE_UP_MS = 5_000
const PAUSE_MS = 20
/** Less than PostgreSQL waits before it ends one of two who wait for each other. */
const SPLIT_LOCK_MS = 500

async function repeatIfInTheWay(create: () => Promise<void>): Promise<void> {
  const giveUpAt = performance.now() + GIVE_UP_MS
  for (;;) {
    try {
      return await create()
    } catch (error) {
      const { code = '' } = error as { code?: string }
      if (performance.now() > giveUpAt || !IN_THE_WAY.includes(code)) {
        throw error
      }
      await delay(PAUSE_MS)
    }
  }
}

async function createPartition(trx: Db, table: string, season: number): Promise<void> {
  await sql`
    create table ${sql.table(`${table}_s${season}`)} partition of ${sql.table(table)}
    for values in (${sql.lit(season)})`.execute(trx)
}

async function splitDefault(
  trx: Db,
  { table, refersTo }: Partitioned,
  season: number,
): Promise<void> {
  const parent = sql.table(table)
  const rest = sql.table(`${table}_default`)
  await sql`set local lock_timeout = ${sql.lit(SPLIT_LOCK_MS)}`.execute(trx)
  await sql`lock table ${sql.table(refersTo)} in access exclusive mode`.execute(trx)
  await sql`alter table ${parent} detach partition ${rest}`.execute(trx)
  await createPartition(trx, table, season)
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

async function isInDefault(trx: Db, table: string, season: number): Promise<boolean> {
  const { rows } = await sql`
    select from ${sql.table(`${table}_default`)} where season = ${season} limit 1`.execute(trx)
  return rows.length > 0
}

/** Leaves out generated columns. */
async function writableColumns(trx: Db, table: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select attname as name from pg_attribute
    where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attgenerated = ''
    order by attnum`.execute(trx)
  return rows.map(({ name }) => name)
}
