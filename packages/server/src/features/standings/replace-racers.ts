/** The racers of a snapshot that counts, written as far as they differ. */
import { sql } from 'kysely'
import type { Db } from '../../database/schema.ts'

/** A snapshot's racers as the database takes them, so that nothing is left to do for each of them. */
export interface RacersOfSnapshot {
  racerCount: number
  columns: readonly RacerValues[]
}

export interface RacerValues {
  name: string
  type: 'text' | 'integer' | 'numeric'
  /** PostgreSQL's array literal in UTF-8, one value a racer. */
  values: Uint8Array<ArrayBuffer>
}

export const NOTHING_REPLACED: ReplacedRacers = {
  changes: { added: 0, changed: 0, removed: 0 },
  namesOfRemoved: [],
}

const NAMED_RACERS = 10

export interface RacerChanges {
  added: number
  changed: number
  removed: number
}

export interface ReplacedRacers {
  changes: RacerChanges
  /** The first ten. */
  namesOfRemoved: readonly string[]
}

/**
 * Afterwards the table holds for the key exactly the snapshot's racers: those that are gone are deleted,
 * new ones inserted, others updated if they differ. All of them are on Twitch.
 */
export async function replaceRacers(
  trx: Db,
  {
    table,
    key,
    snapshot: { columns },
  }: {
    table: 'season_racers' | 'event_racers'
    /** The two columns whose rows are replaced, in the order of the table's key. */
    key: Readonly<Record<string, number>>
    snapshot: Pick<RacersOfSnapshot, 'columns'>
  },
): Promise<ReplacedRacers> {
  const keys = Object.entries(key)
  const keyNames = sql.join(keys.map(([name]) => sql.ref(name)))
  const keyValues = sql.join(keys.map(([, value]) => sql`${value}::integer`))
  const isOfKey = sql.join(
    keys.map(([name, value]) => sql`${sql.ref(name)} = ${value}`),
    sql` and `,
  )
  const numbers = columns.filter(({ name }) => name !== 'login').map(({ name }) => sql.ref(name))
  const assigned = numbers.map((name) => sql`${name} = excluded.${name}`)
  const before = sql.join(numbers.map((name) => sql`racer.${name}`))
  const after = sql.join(numbers.map((name) => sql`excluded.${name}`))
  const names = sql.join(columns.map(({ name }) => sql.ref(name)))
  // Bytes are sent as they are; an array would be written out value by value.
  const unnested = sql.join(
    columns.map(({ type, values }) => sql`convert_from(${values}, 'UTF8')::${sql.raw(type)}[]`),
  )
  const { rows: replaced } = await sql<RacerChanges & { namesOfRemoved: string[] }>`
    with incoming as (
      select * from unnest(${unnested}) as t (${names})
    ),
    removed as (
      delete from ${sql.table(table)}
      where ${isOfKey} and login not in (select login from incoming)
      returning login
    ),
    written as (
      insert into ${sql.table(table)} as racer (${keyNames}, platform, ${names})
      select ${keyValues}, 'twitch', ${names} from incoming
      on conflict (${keyNames}, platform, login) do update set ${sql.join(assigned)}
      where (${before}) is distinct from (${after})
      -- A row version that nothing has replaced yet carries no xmax: it was inserted just now.
      returning racer.xmax = 0 as is_new
    )
    select
      (select count(*) from removed) as removed,
      array(select login from removed order by login limit ${NAMED_RACERS}) as "namesOfRemoved",
      count(*) filter (where is_new) as added,
      count(*) filter (where not is_new) as changed
    from written`.execute(trx)
  if (replaced[0] === undefined) {
    return NOTHING_REPLACED
  }
  const { namesOfRemoved, ...changes } = replaced[0]
  return { changes, namesOfRemoved }
}
