/** A snapshot's racers, prepared for the database. */
import { type RawBuilder, sql } from 'kysely'

/** A snapshot's racers in the form that the database accepts, so that nothing is left to do for each racer. */
export interface ReadRacers {
  racerCount: number
  /** The logins of all racers, who are all on the default platform. */
  logins: Uint8Array<ArrayBuffer>
  columns: readonly RacerValues[]
}

export interface SnapshotRacers extends ReadRacers {
  /** The ids of their rows, in the same order, as PostgreSQL's array literal. */
  racerIds: string
}

export interface RacerValues {
  name: string
  type: 'integer' | 'numeric'
  /** One value per racer, as PostgreSQL's array literal in UTF-8. */
  values: Uint8Array<ArrayBuffer>
}

export const NOTHING_REPLACED: ReplacedRacers = {
  changes: { added: 0, changed: 0, removed: 0 },
  removedNames: [],
}

/** How many of the racers that a snapshot lacks its receipt names. */
export const NAMED_RACERS = 10

export interface RacerChanges {
  added: number
  changed: number
  removed: number
}

export interface ReplacedRacers {
  changes: RacerChanges
  /** The first ten. */
  removedNames: readonly string[]
}

export type ReplacedRow = RacerChanges & Pick<ReplacedRacers, 'removedNames'>

/** The columns about the racers whom a query has `removed`. */
export const REMOVED_RACERS = sql`
  (select count(*) from removed) as removed,
  array(
    select (select login from racers where id = racer_id) as login from removed
    order by login limit ${NAMED_RACERS}
  ) as "removedNames"`

export function toReplaced([row]: readonly ReplacedRow[]): ReplacedRacers {
  if (row === undefined) {
    return NOTHING_REPLACED
  }
  const { removedNames, ...changes } = row
  return { changes, removedNames }
}

/** Selects the racers: `racer_id`, and a column for each of the snapshot's numbers. */
export function incomingRacers({
  racerIds,
  columns,
}: Pick<SnapshotRacers, 'racerIds' | 'columns'>): RawBuilder<unknown> {
  // Bytes are sent as they are; an array would be serialised value by value.
  const unnested = columns.map(
    ({ type, values }) => sql`convert_from(${values}, 'UTF8')::${sql.raw(type)}[]`,
  )
  const names = columns.map(({ name }) => sql.ref(name))
  return sql`
    select * from unnest(${racerIds}::integer[], ${sql.join(unnested)})
      as incoming (racer_id, ${sql.join(names)})`
}
