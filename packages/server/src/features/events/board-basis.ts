/** What an event's boards are made from. Two boards that are made from the same things are equal. */
import { hash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../../database/schema.ts'
import { countingVersion } from './counting-configuration.ts'
import type { Streamer } from './event-sight.ts'
import { findHeldGames, type HeldGames, type Reader, selectHeldGames } from './held-games.ts'

/**
 * Increase it if the same games, snapshot and configuration give other rows than before; then all boards are made
 * again.
 */
const RULES = 1

export interface Stamps {
  /**
   * A hash of everything except what is held back from the reader. If it changes, nobody needs the previous board any
   * more.
   */
  basis: string
  stamp: string
}

/** A streamer who takes part, and what their board is made from at the moment. */
export interface Participant extends Streamer, Stamps {
  /** Games of this streamer that the reader may not see. */
  held: readonly HeldGames[]
}

/**
 * The participants who have a channel, ordered by login.
 *
 * @param asked `reader`: who reads; without it, the boards are as everybody else sees them. `channelId`: only that
 * channel
 */
export async function findParticipants(
  db: Db,
  {
    eventId,
    channelId,
    now,
    reader,
  }: { eventId: number; channelId?: number; now: Date; reader: Reader | undefined },
): Promise<Participant[]> {
  const held = await findHeldGames(db, { eventId, now, ...(reader && { reader }) })
  const { rows } = await sql<Streamer & { basis: string }>`
    select
      streamer.id as "userId", streamer.username, streamer.display_name as "displayName",
      channel.id as "channelId",
      md5(json_build_array(
        ${RULES}::integer, event.id, channel.id, event.starts_at, event.ends_at,
        event.configuration_id, ${countingVersion},
        snapshot.snapshot_hash, snapshot.received_at, channel.handed_over_at, changed.changes
      )::text) as basis
    from event_participants as participant
    join events as event on event.id = participant.event_id
    join users as streamer on streamer.id = participant.user_id
    join channels as channel on channel.user_id = streamer.id
    left join event_standings as snapshot
      on snapshot.event_id = event.id and snapshot.channel_id = channel.id
    left join game_changes as changed on changed.channel_id = channel.id
    where event.id = ${eventId} and ${channelId === undefined ? sql`true` : sql`channel.id = ${channelId}`}
    order by streamer.login`.execute(db)
  return rows.map((streamer) => {
    const own = selectHeldGames(held, streamer.channelId)
    return { ...streamer, held: own, stamp: makeStamp(streamer.basis, own) }
  })
}

function makeStamp(basis: string, held: readonly HeldGames[]): string {
  const times = held.map(({ modes, times, snapshotTimes }) => [modes, times, snapshotTimes])
  return times.length === 0 ? basis : hash('md5', JSON.stringify([basis, times]))
}

/**
 * What the board of All Streamers is made from.
 *
 * @param boards the boards to merge
 * @param bases the bases of all participants, even of those who show this reader nothing, so that all readers share a
 *   basis
 */
export function mergeStamps({
  boards,
  bases,
}: {
  boards: readonly Stamps[]
  bases: readonly string[]
}): Stamps {
  const together = (stamps: readonly string[]) => hash('md5', stamps.toSorted().join())
  return {
    basis: together(bases),
    stamp: together(boards.map(({ stamp }) => stamp)),
  }
}
