/** Replaces a snapshot's racers in one statement, writing only what differs. */
import { sql } from 'kysely'
import type { Db } from '../../app-context.ts'

/** The racers' own columns after their key; each is one array of the statement. */
export interface RacerColumn {
  name: string
  type: 'integer' | 'numeric'
}

export interface RacerRow {
  login: string
  /** One a column, in their order. */
  values: readonly (number | null)[]
}

export interface RacerChanges {
  added: number
  changed: number
  removed: number
}

/**
 * Afterwards the table holds for the key exactly the rows given: those that are gone are deleted, new
 * ones inserted, others updated if they differ. All of them are on one platform.
 */
export async function replaceRacers(
  trx: Db,
  {
    table,
    key,
    platform,
    columns,
    rows,
  }: {
    table: 'season_racers' | 'event_racers'
    /** The two columns whose rows are replaced, in the order of the table's key. */
    key: Readonly<Record<string, number>>
    platform: string
    columns: readonly RacerColumn[]
    rows: readonly RacerRow[]
  },
): Promise<RacerChanges> {
  const keys = Object.entries(key)
  const keyNames = sql.join(keys.map(([name]) => sql.ref(name)))
  const keyValues = sql.join(keys.map(([, value]) => sql`${value}::integer`))
  const isOfKey = sql.join(
    keys.map(([name, value]) => sql`${sql.ref(name)} = ${value}`),
    sql` and `,
  )
  const names = sql.join(columns.map(({ name }) => sql.ref(name)))
  const assigned = columns.map(({ name }) => sql`${sql.ref(name)} = excluded.${sql.ref(name)}`)
  const before = sql.join(columns.map(({ name }) => sql`racer.${sql.ref(name)}`))
  const after = sql.join(columns.map(({ name }) => sql`excluded.${sql.ref(name)}`))
  const unnested = sql.join([
    sql`${rows.map((row) => row.login)}::text[]`,
    ...columns.map(
      ({ type }, index) => sql`${rows.map((row) => row.values[index] ?? null)}::${sql.raw(type)}[]`,
    ),
  ])
  const { rows: counts } = await sql<RacerChanges>`
    with incoming as (
      select * from unnest(${unnested}) as t (login, ${names})
    ),
    removed as (
      delete from ${sql.table(table)}
      where ${isOfKey} and login not in (select login from incoming)
      returning 1
    ),
    written as (
      insert into ${sql.table(table)} as racer (${keyNames}, platform, login, ${names})
      select ${keyValues}, ${platform}, login, ${names} from incoming
      on conflict (${keyNames}, platform, login) do update set ${sql.join(assigned)}
      where (${before}) is distinct from (${after})
      -- A row version that nothing has replaced yet carries no xmax: it was inserted just now.
      returning racer.xmax = 0 as is_new
    )
    select
      (select count(*) from removed) as removed,
      count(*) filter (where is_new) as added,
      count(*) filter (where not is_new) as changed
    from written`.execute(trx)
  return counts[0] ?? { added: 0, changed: 0, removed: 0 }
}
