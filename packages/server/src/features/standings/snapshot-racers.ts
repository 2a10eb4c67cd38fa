/** A snapshot's racers on their way into the database. */
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../database/schema.ts'

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

/**
 * Afterwards the event has exactly the snapshot's racers on that channel: those that are gone are deleted, new ones
 * inserted, others updated if they differ. They are rows already.
 */
export async function replaceEventRacers(
  trx: Db,
  {
    eventId,
    channelId,
    snapshot,
  }: { eventId: number; channelId: number; snapshot: RacersOfSnapshot },
): Promise<ReplacedRacers> {
  const numbers = snapshot.columns.map(({ name }) => sql.ref(name))
  const { rows: replaced } = await sql<RacerChanges & { namesOfRemoved: string[] }>`
    with incoming as (${incomingRacers(snapshot)}),
    removed as (
      delete from event_racers
      where event_id = ${eventId} and channel_id = ${channelId}
        and racer_id not in (select racer_id from incoming)
      returning racer_id
    ),
    written as (
      insert into event_racers as racer (event_id, channel_id, racer_id, ${sql.join(numbers)})
      select ${eventId}::integer, ${channelId}::integer, racer_id, ${sql.join(numbers)} from incoming
      on conflict (event_id, channel_id, racer_id) do update set
        ${sql.join(numbers.map((name) => sql`${name} = excluded.${name}`))}
      where (${sql.join(numbers.map((name) => sql`racer.${name}`))})
        is distinct from (${sql.join(numbers.map((name) => sql`excluded.${name}`))})
      -- A row version that nothing has replaced yet carries no xmax: it was inserted just now.
      returning racer.xmax = 0 as is_new
    )
    select
      (select count(*) from removed) as removed,
      array(
        select login from removed join racers as racer on racer.id = racer_id
        order by login limit ${NAMED_RACERS}
      ) as "namesOfRemoved",
      count(*) filter (where is_new) as added,
      count(*) filter (where not is_new) as changed
    from written`.execute(trx)
  if (replaced[0] === undefined) {
    return NOTHING_REPLACED
  }
  const { namesOfRemoved, ...changes } = replaced[0]
  return { changes, namesOfRemoved }
}
