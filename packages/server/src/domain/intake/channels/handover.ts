/**
 * Switches a channel from snapshots to games and back. From an instant on, its games count in addition to the last
 * snapshot before that instant; later snapshots are stored but not used. docs/scoring.md, Handover.
 */
import { announce } from '../../../platform/changes/change-feed.ts'
import type { Db } from '../../../platform/database/schema.ts'
import { findUser } from '../../people/sign-in/users.ts'
import { findHandover, recountGames } from '../../standings/season-totals.ts'
import type { ReadSnapshot } from '../files/readers.ts'
import { EVENT, SEASON } from '../snapshots/snapshot-kinds.ts'
import { applyStored, listUnused, type SnapshotKind } from '../snapshots/snapshots.ts'
import { lockChannel } from './channels.ts'

/**
 * Makes the streamer's channel count games from that instant on, and creates the channel if it is missing. If the
 * channel already counts games, nothing changes. Needs a transaction of the change feed.
 */
export async function handOver(
  trx: Db,
  { userId, at }: { userId: number; at: Date },
): Promise<void> {
  const channelId = await lockUserChannel(trx, userId)
  if ((await findHandover(trx, channelId)) === null) {
    await changeHandover(trx, { channelId, at })
  }
}

/** Makes snapshots count again on the streamer's channel: in each season and event, the last one that arrived. */
export async function switchBack(trx: Db, { userId }: { userId: number }): Promise<void> {
  const channelId = await lockUserChannel(trx, userId)
  if ((await findHandover(trx, channelId)) !== null) {
    await switchChannelBack(trx, channelId)
  }
}

/** Like `switchBack`, for a channel that the transaction has locked. */
export async function switchChannelBack(trx: Db, channelId: number): Promise<void> {
  await changeHandover(trx, { channelId, at: null })
  await applyLast(trx, SEASON, channelId)
  await applyLast(trx, EVENT, channelId)
}

async function applyLast<Files, Read extends ReadSnapshot>(
  trx: Db,
  kind: SnapshotKind<Files, Read>,
  channelId: number,
): Promise<void> {
  for (const stored of await listUnused(trx, kind, channelId)) {
    if ((await kind.lockName(trx, stored.number)) !== null) {
      await applyStored(trx, kind, { stored, cause: 'switched back' })
    }
  }
}

async function lockUserChannel(trx: Db, userId: number): Promise<number> {
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
  const rows = await trx
    .selectFrom('channel_seasons')
    .select('season')
    .where('channel_id', '=', channelId)
    .where('source', '=', 'snapshot')
    .execute()
  const seasons = rows.map(({ season }) => season)
  await recountGames(trx, { channelId, seasons })
  announce(trx, [
    `channel:${channelId}`,
    `games:${channelId}`,
    ...(ownerId === null ? [] : [`uploads:${ownerId}` as const]),
    ...seasons.map((season) => `season:${season}/channel:${channelId}` as const),
  ])
}
