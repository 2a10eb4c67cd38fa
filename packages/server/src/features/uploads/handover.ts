/**
 * From snapshots to games and back: from an instant on, a channel's games count beside the last snapshot
 * that came before it, and later snapshots are stored but not used. docs/scoring.md, Handover.
 */
import { announce } from '../../changes/change-feed.ts'
import type { Db } from '../../database/schema.ts'
import { findUser } from '../auth/users.ts'
import { applySeasonSnapshot } from '../standings/season-snapshots.ts'
import { findHandover, recountGames } from '../standings/season-totals.ts'
import { lockChannel } from './channels.ts'
import { applyStanding, lockEvent } from './event-upload.ts'
import { storeOnlyLatest } from './snapshots.ts'
import {
  readStoredEvent,
  readStoredSeason,
  selectEventSnapshots,
  selectSeasonSnapshots,
} from './stored-snapshots.ts'

/**
 * The streamer's channel, made if it is missing, counts games from that instant on; one that does so
 * already stays as it is. In a transaction of the change feed.
 */
export async function handOver(
  trx: Db,
  { userId, at }: { userId: number; at: Date },
): Promise<void> {
  const channelId = await lockChannelOf(trx, userId)
  if ((await findHandover(trx, channelId)) === null) {
    await changeHandover(trx, { channelId, at })
  }
}

/** The streamer's channel is told by its snapshots again, of each season and event the last that came. */
export async function switchBack(trx: Db, { userId }: { userId: number }): Promise<void> {
  const channelId = await lockChannelOf(trx, userId)
  if ((await findHandover(trx, channelId)) !== null) {
    await switchChannelBack(trx, channelId)
  }
}

/** With the channel locked. */
export async function switchChannelBack(trx: Db, channelId: number): Promise<void> {
  await changeHandover(trx, { channelId, at: null })
  for (const stored of await listUnusedSeasons(trx, channelId)) {
    const read = await readStoredSeason(trx, stored)
    await applySeasonSnapshot(trx, { ...read, cause: 'switched back' })
    const key = { channel_id: channelId, season: stored.season }
    await storeOnlyLatest(trx, { table: 'season_snapshots', key })
  }
  for (const stored of await listUnusedEvents(trx, channelId)) {
    if ((await lockEvent(trx, stored.event_id)) === undefined) {
      continue
    }
    const read = await readStoredEvent(trx, stored)
    await applyStanding(trx, read)
    const key = { event_id: stored.event_id, channel_id: channelId }
    await storeOnlyLatest(trx, { table: 'event_snapshots', key })
  }
}

async function lockChannelOf(trx: Db, userId: number): Promise<number> {
  const user = await findUser(trx, userId)
  if (user === null) {
    throw new Error(`there is no user ${userId}`)
  }
  const { platform, login, username } = user
  return lockChannel(trx, { platform, login, name: username, ownerId: userId })
}

async function changeHandover(
  trx: Db,
  { channelId, at }: { channelId: number; at: Date | null },
): Promise<void> {
  const { ownerId } = await trx
    .updateTable('channels')
    .set({ handed_over_at: at })
    .where('id', '=', channelId)
    .returning('user_id as ownerId')
    .executeTakeFirstOrThrow()
  const standings = await trx
    .selectFrom('channel_seasons')
    .select('season')
    .where('channel_id', '=', channelId)
    .where('source', '=', 'snapshot')
    .execute()
  const seasons = standings.map(({ season }) => season)
  await recountGames(trx, { channelId, seasons })
  await announce(trx, [
    `channel:${channelId}`,
    `games:${channelId}`,
    ...(ownerId === null ? [] : [`uploads:${ownerId}` as const]),
    ...seasons.map((season) => `season:${season}/channel:${channelId}` as const),
  ])
}

/** The last of each season, where it is not what counts. */
async function listUnusedSeasons(trx: Db, channelId: number) {
  const last = selectSeasonSnapshots(trx)
    .distinctOn('stored.season')
    .where('stored.channel_id', '=', channelId)
  return trx
    .selectFrom(last.as('last'))
    .selectAll()
    .whereRef('snapshot_hash', 'is distinct from', 'currentHash')
    .execute()
}

async function listUnusedEvents(trx: Db, channelId: number) {
  const last = selectEventSnapshots(trx)
    .distinctOn('stored.event_id')
    .where('stored.channel_id', '=', channelId)
  return trx
    .selectFrom(last.as('last'))
    .selectAll()
    .whereRef('snapshot_hash', 'is distinct from', 'currentHash')
    .orderBy('event_id')
    .execute()
}
