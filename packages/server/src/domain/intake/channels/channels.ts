/** Channels belong to a user, or wait under a name until their streamer signs in. */
import { DEFAULT_PLATFORM } from '@rollcall/scoring/platforms'
import { sql } from 'kysely'
import { announce } from '../../../platform/changes/change-feed.ts'
import type { Topic } from '../../../platform/changes/topics.ts'
import type { Db } from '../../../platform/database/schema.ts'
import { findOwner } from '../../people/login-owners.ts'
import { moveChannelInFacts } from '../../people/names-in-facts.ts'
import { moveReports } from '../../people/reports.ts'
import type { Arrival } from '../../people/sign-in/sign-in.ts'
import { checkLogins } from '../../standings/badge-checks.ts'
import { noteGameChanges } from '../../standings/game-changes.ts'
import { removeStandings, takeOverSeasons } from '../../standings/merge-channels.ts'

/** The channel of an upload: a user's own channel, or one whose streamer has not signed in yet. */
export interface ChannelTarget {
  platform: string
  login: string
  name: string
  ownerId: number | null
}

/**
 * Returns the channel's id; creates the channel if it is missing. The row stays locked until the end of the
 * transaction, so that uploads for one channel are stored one after another.
 */
export async function lockChannel(trx: Db, target: ChannelTarget): Promise<number> {
  const { platform, login, name } = target
  const ownerId = target.ownerId ?? (await findOwner(trx, target))
  const found = await findChannel(trx, { ...target, ownerId })
  // Locked by id, because a sign-in may have bound it to its streamer since we found it.
  const locked = await trx
    .selectFrom('channels')
    .select('id')
    .where('id', '=', found ?? 0)
    .forUpdate()
    .executeTakeFirst()
  if (locked !== undefined) {
    return locked.id
  }
  // There was none, or a sign-in has just merged it into another.
  const made = await trx
    .insertInto('channels')
    .values({ platform, login, name, user_id: ownerId })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (made !== undefined) {
    announce(trx, [`channel:${made.id}`])
  }
  return lockChannel(trx, target)
}

/** The channel's id; null if it does not exist yet. */
export async function findChannel(db: Db, target: ChannelTarget): Promise<number | null> {
  const { platform, login } = target
  const ownerId = target.ownerId ?? (await findOwner(db, target))
  const found = await db
    .selectFrom('channels')
    .select('id')
    .$if(ownerId !== null, (query) => query.where('user_id', '=', ownerId))
    .$if(ownerId === null, (query) =>
      query
        .where('user_id', 'is', null)
        .where('platform', '=', platform)
        .where('login', '=', login),
    )
    .executeTakeFirst()
  return found?.id ?? null
}

export async function isKnownChannel(db: Db, login: string): Promise<boolean> {
  if ((await findOwner(db, { platform: DEFAULT_PLATFORM, login })) !== null) {
    return true
  }
  const waiting = await db
    .selectFrom('channels')
    .select(sql.lit(1).as('one'))
    .where('user_id', 'is', null)
    .where('platform', '=', DEFAULT_PLATFORM)
    .where('login', '=', login)
    .executeTakeFirst()
  return waiting !== undefined
}

/**
 * Runs at sign-in: the user's channel gets the user's name, and a channel that waits under that name becomes theirs. If
 * they already have a channel, it takes over those seasons of the waiting channel that it lacks; if both have a season,
 * the user's own counts. The waiting channel is removed. Needs a transaction of the change feed.
 */
export async function bindChannel(trx: Db, user: Arrival): Promise<void> {
  if (user.hasClaimed) {
    await checkLogins(trx, [user])
  }
  const own = await renameOwn(trx, user)
  const waiting = await trx
    .selectFrom('channels')
    .select('id')
    .where('user_id', 'is', null)
    .where('platform', '=', user.platform)
    .where('login', '=', user.login)
    .forUpdate()
    .executeTakeFirst()
  if (waiting === undefined) {
    return
  }
  if (own === undefined) {
    await trx
      .updateTable('channels')
      .set({ user_id: user.userId, name: user.username })
      .where('id', '=', waiting.id)
      .execute()
    announce(trx, [`channel:${waiting.id}`, `uploads:${user.userId}`])
    return
  }
  await merge(trx, { from: waiting.id, to: own.id })
  announce(trx, [`uploads:${user.userId}`])
}

/** Gives the user's channel the user's name, and locks it; undefined if they have none. */
async function renameOwn(
  trx: Db,
  { userId, username, login, hasChanged }: Arrival,
): Promise<{ id: number } | undefined> {
  const own = await trx
    .selectFrom('channels')
    .select(['id', 'name', 'login'])
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst()
  if (own !== undefined && (hasChanged || own.name !== username || own.login !== login)) {
    await trx
      .updateTable('channels')
      .set({ name: username, login })
      .where('id', '=', own.id)
      .execute()
    announce(trx, [`channel:${own.id}`])
  }
  return own
}

async function merge(trx: Db, { from, to }: { from: number; to: number }): Promise<void> {
  const seasons = await trx
    .selectFrom('channel_seasons')
    .select('season')
    .where('channel_id', '=', from)
    .execute()
  await takeOverSeasons(trx, { from, to })
  await noteGameChanges(trx, [from, to])
  await dissolve(trx, { from, to })
  announce(
    trx,
    [from, to].flatMap((id): Topic[] => [
      `channel:${id}`,
      ...seasons.map(({ season }) => `season:${season}/channel:${id}` as const),
    ]),
  )
}

/** Removes a channel, with what is left on it, after another has taken over its seasons. Receipts and reports move. */
async function dissolve(trx: Db, { from, to }: { from: number; to: number }): Promise<void> {
  await removeStandings(trx, from)
  // Only practice sign-in under that name can have left results of events.
  for (const table of ['event_racers', 'event_snapshots', 'event_standings'] as const) {
    await trx.deleteFrom(table).where('channel_id', '=', from).execute()
  }
  await trx.updateTable('uploads').set({ channel_id: to }).where('channel_id', '=', from).execute()
  await moveReports(trx, { from, to })
  await moveChannelInFacts(trx, { from, to })
  await trx.deleteFrom('channels').where('id', '=', from).execute()
}
