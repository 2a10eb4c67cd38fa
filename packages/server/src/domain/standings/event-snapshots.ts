/** Applies, replaces and removes the snapshot that counts for a channel in an event. */
import { sql } from 'kysely'
import { announce } from '../../platform/changes/change-feed.ts'
import type { Db } from '../../platform/database/schema.ts'
import {
  incomingRacers,
  REMOVED_RACERS,
  type ReplacedRacers,
  type ReplacedRow,
  type SnapshotRacers,
  toReplaced,
} from './snapshot-racers.ts'

interface EventSnapshotToApply {
  eventId: number
  channelId: number
  snapshot: SnapshotRacers & { hash: string }
  receivedAt: Date
}

/** Makes this the channel's snapshot in the event. Needs a transaction that has locked the channel. */
export async function applyEventSnapshot(
  trx: Db,
  { eventId, channelId, snapshot, receivedAt }: EventSnapshotToApply,
): Promise<ReplacedRacers> {
  const row = {
    snapshot_hash: snapshot.hash,
    racer_count: snapshot.racerCount,
    received_at: receivedAt,
  }
  await trx
    .insertInto('event_standings')
    .values({ event_id: eventId, channel_id: channelId, ...row })
    .onConflict((conflict) => conflict.columns(['event_id', 'channel_id']).doUpdateSet(row))
    .execute()
  const replaced = await replaceEventRacers(trx, { eventId, channelId, snapshot })
  announce(trx, [`event:${eventId}/channel:${channelId}`])
  return replaced
}

/**
 * Replaces the event's racers on that channel with the snapshot's: deletes racers that are missing, inserts new ones,
 * and updates the others if they differ. The racers must exist as rows.
 */
async function replaceEventRacers(
  trx: Db,
  { eventId, channelId, snapshot }: Omit<EventSnapshotToApply, 'receivedAt'>,
): Promise<ReplacedRacers> {
  const numbers = snapshot.columns.map(({ name }) => sql.ref(name))
  const { rows: replaced } = await sql<ReplacedRow>`
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
      -- A row version without xmax has not replaced another one: it was just inserted.
      returning racer.xmax = 0 as is_new
    )
    select
      ${REMOVED_RACERS},
      count(*) filter (where is_new) as added,
      count(*) filter (where not is_new) as changed
    from written`.execute(trx)
  return toReplaced(replaced)
}

/** Removes the snapshot; after that, none counts. */
export async function removeEventSnapshot(
  trx: Db,
  { eventId, channelId }: { eventId: number; channelId: number },
): Promise<void> {
  await trx
    .deleteFrom('event_standings')
    .where('event_id', '=', eventId)
    .where('channel_id', '=', channelId)
    .execute()
  announce(trx, [`event:${eventId}/channel:${channelId}`])
}
