/** What the boards of an event are made of: two boards that are made of the same are the same. */
import { hash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../../database/schema.ts'
import { countingVersion } from './counting-configuration.ts'
import type { Streamer } from './event-sight.ts'
import { findHeldGames, type HeldGames, heldGamesOf, type Reader } from './held-games.ts'

/** To be raised where the same games, snapshot and configuration give other rows than before: all boards are made anew. */
const RULES = 1

export interface Stamps {
  /** Of everything but what is held back from the reader. Another one: the board before is needed by nobody. */
  basis: string
  stamp: string
}

/** A streamer who takes part, and what their board is made of now. */
export interface Participant extends Streamer, Stamps {
  /** Games of theirs that the reader does not see. */
  held: readonly HeldGames[]
}

/**
 * The streamers who take part and have a channel, by login.
 *
 * @param asked without a reader as everybody else sees them; `channelId`: only that one
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
        standing.snapshot_hash, standing.received_at, channel.handed_over_at, changed.changes
      )::text) as basis
    from event_participants as participant
    join events as event on event.id = participant.event_id
    join users as streamer on streamer.id = participant.user_id
    join channels as channel on channel.user_id = streamer.id
    left join event_standings as standing
      on standing.event_id = event.id and standing.channel_id = channel.id
    left join game_changes as changed on changed.channel_id = channel.id
    where event.id = ${eventId} and ${channelId === undefined ? sql`true` : sql`channel.id = ${channelId}`}
    order by streamer.login`.execute(db)
  return rows.map((streamer) => {
    const own = heldGamesOf(held, streamer.channelId)
    return { ...streamer, held: own, stamp: stampOf(streamer.basis, own) }
  })
}

function stampOf(basis: string, held: readonly HeldGames[]): string {
  const times = held.map(({ modes, times, snapshotTimes }) => [modes, times, snapshotTimes])
  return times.length === 0 ? basis : hash('md5', JSON.stringify([basis, times]))
}

/**
 * What the board of all streamers is made of.
 *
 * @param boards those that are merged
 * @param bases of everybody who takes part, even if this reader sees nothing of theirs, so that all readers share a basis
 */
export function stampsOfMerged({
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
