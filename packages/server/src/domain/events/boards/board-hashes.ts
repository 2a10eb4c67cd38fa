/** What an event's boards are made from. Two boards that are made from the same things are equal. */
import { hash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../../../platform/database/schema.ts'
import type { Viewer } from '../../rights/roles.ts'
import { countingVersion } from '../../scoring/counting-configuration.ts'
import { findHeldGames, type HeldGames, selectHeldGames } from '../../visibility/held-games.ts'
import type { Streamer } from '../streamers.ts'
import type { StoredAdjustment } from './adjustments.ts'

/**
 * Increase it if the same games, snapshot and configuration give other rows than before; then all boards are made
 * again.
 */
const SCORING_VERSION = 4

export interface BoardHashes {
  /** Covers everything but what is held back from the reader. If it changes, nobody needs the previous board any more. */
  inputsHash: string
  /** Covers that, and what is held back. The board with the hash of now is the board of now. */
  viewerHash: string
}

/** A streamer who takes part, and what their board is made from at the moment. */
export interface Participant extends Streamer, BoardHashes {
  /** Games of this streamer that the reader may not see. */
  held: readonly HeldGames[]
}

/**
 * The participants who have a channel, ordered by login.
 *
 * @param asked `viewer`: who sees them; without it, the boards are as everybody else sees them. `channelId`: only that
 * channel
 */
export async function findParticipants(
  db: Db,
  {
    eventId,
    channelId,
    now,
    viewer,
  }: { eventId: number; channelId?: number; now: Date; viewer: Viewer | undefined },
): Promise<Participant[]> {
  const held = await findHeldGames(db, { eventId, now, ...(viewer && { viewer }) })
  const { rows } = await sql<Streamer & { inputsHash: string }>`
    select
      streamer.id as "userId", streamer.username, streamer.display_name as "displayName",
      channel.id as "channelId",
      md5(json_build_array(
        ${SCORING_VERSION}::integer, event.id, channel.id, event.starts_at, event.ends_at,
        event.configuration_id, ${countingVersion},
        snapshot.snapshot_hash, snapshot.received_at, channel.handed_over_at, changed.changes,
        renamed.changes
      )::text || coalesce(event.prescription::text, '')) as "inputsHash"
    from event_participants as participant
    join events as event on event.id = participant.event_id
    join users as streamer on streamer.id = participant.user_id
    join channels as channel on channel.user_id = streamer.id
    left join event_standings as snapshot
      on snapshot.event_id = event.id and snapshot.channel_id = channel.id
    left join game_changes as changed on changed.channel_id = channel.id
    left join name_changes as renamed on renamed.channel_id = channel.id
    where event.id = ${eventId} and ${channelId === undefined ? sql`true` : sql`channel.id = ${channelId}`}
    order by streamer.login`.execute(db)
  return rows.map((streamer) => {
    const own = selectHeldGames(held, streamer.channelId)
    return { ...streamer, held: own, viewerHash: hashForViewer(streamer.inputsHash, own) }
  })
}

function hashForViewer(inputsHash: string, held: readonly HeldGames[]): string {
  const times = held.map(({ modes, times, snapshotTimes }) => [modes, times, snapshotTimes])
  return times.length === 0 ? inputsHash : hash('md5', JSON.stringify([inputsHash, times]))
}

/**
 * What the board of All Streamers is made from.
 *
 * @param boards the boards to merge
 * @param inputsHashes those of all participants, even of those who show this reader nothing, so that all readers share
 *   one
 * @param adjustments those of the event
 */
export function mergeHashes({
  boards,
  inputsHashes,
  adjustments,
}: {
  boards: readonly BoardHashes[]
  inputsHashes: readonly string[]
  adjustments: readonly StoredAdjustment[]
}): BoardHashes {
  const adjusted = adjustments.length === 0 ? [] : [JSON.stringify(adjustments)]
  const together = (hashes: readonly string[]) =>
    hash('md5', [...hashes.toSorted(), ...adjusted].join())
  return {
    inputsHash: together(inputsHashes),
    viewerHash: together(boards.map(({ viewerHash }) => viewerHash)),
  }
}

/** Covers the results of all participants, as one reader sees them, and what organisers have changed. */
export const hashOfResults = (
  viewerHashes: readonly (string | null)[],
  adjustments: readonly StoredAdjustment[],
): string => hash('md5', JSON.stringify([viewerHashes, adjustments]))
