/** The snapshot that counts for a channel in an event: applied, replaced and removed. */
import { sql } from 'kysely'
import { announce } from '../../changes/change-feed.ts'
import type { Db } from '../../database/schema.ts'
import {
  incomingRacers,
  NAMED_RACERS,
  NOTHING_REPLACED,
  type RacerChanges,
  type RacersOfSnapshot,
  type ReplacedRacers,
} from './snapshot-racers.ts'

interface EventSnapshotToApply {
  eventId: number
  channelId: number
  snapshot: RacersOfSnapshot & { hash: string }
  receivedAt: Date
}

/** From now on this snapshot is the channel's in the event. In a transaction with the channel locked. */
export async function applyEventSnapshot(
  trx: Db,
  { eventId, channelId, snapshot, receivedAt }: EventSnapshotToApply,
): Promise<ReplacedRacers> {
  const standing = {
    snapshot_hash: snapshot.hash,
    racer_count: snapshot.racerCount,
    received_at: receivedAt,
  }
  await trx
    .insertInto('event_standings')
    .values({ event_id: eventId, channel_id: channelId, ...standing })
    .onConflict((conflict) => conflict.columns(['event_id', 'channel_id']).doUpdateSet(standing))
    .execute()
  const replaced = await replaceEventRacers(trx, { eventId, channelId, snapshot })
  await announce(trx, [`event:${eventId}/channel:${channelId}`])
  return replaced
}

/**
 * Afterwards the event has exactly the snapshot's racers on that channel: those that are gone are deleted, new ones
 * inserted, others updated if they differ. They are rows already.
 */
async function replaceEventRacers(
  trx: Db,
  { eventId, channelId, snapshot }: Omit<EventSnapshotToApply, 'receivedAt'>,
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

/** From now on none counts. */
export async function removeEventSnapshot(
  trx: Db,
  { eventId, channelId }: { eventId: number; channelId: number },
): Promise<void> {
  await trx
    .deleteFrom('event_standings')
    .where('event_id', '=', eventId)
    .where('channel_id', '=', channelId)
    .execute()
  await announce(trx, [`event:${eventId}/channel:${channelId}`])
}
