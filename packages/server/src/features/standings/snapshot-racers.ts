/** A snapshot's racers on their way into the database. */
import { type RawBuilder, sql } from 'kysely'

/** A snapshot's racers as the database takes them, so that nothing is left to do for each of them. */
export interface ReadRacers {
  racerCount: number
  /** All of them are on Twitch. */
  logins: Uint8Array<ArrayBuffer>
  columns: readonly RacerValues[]
}

export interface RacersOfSnapshot extends ReadRacers {
  /** Of their rows, in the same order; PostgreSQL's array literal. */
  racerIds: string
}

export interface RacerValues {
  name: string
  type: 'integer' | 'numeric'
  /** PostgreSQL's array literal in UTF-8, one value a racer. */
  values: Uint8Array<ArrayBuffer>
}

export const NOTHING_REPLACED: ReplacedRacers = {
  changes: { added: 0, changed: 0, removed: 0 },
  namesOfRemoved: [],
}

/** How many of those that a snapshot lacks its receipt names. */
export const NAMED_RACERS = 10

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

/** A query of them: `racer_id`, and a column for each of the snapshot's numbers. */
export function incomingRacers({
  racerIds,
  columns,
}: Pick<RacersOfSnapshot, 'racerIds' | 'columns'>): RawBuilder<unknown> {
  // Bytes are sent as they are; an array would be written out value by value.
  const unnested = columns.map(
    ({ type, values }) => sql`convert_from(${values}, 'UTF8')::${sql.raw(type)}[]`,
  )
  const names = columns.map(({ name }) => sql.ref(name))
  return sql`
    select * from unnest(${racerIds}::integer[], ${sql.join(unnested)})
      as incoming (racer_id, ${sql.join(names)})`
}
