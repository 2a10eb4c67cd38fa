/** Channels: a user's, or unbound under a name until its streamer signs in. */
import { sql } from 'kysely'
import { announce } from '../../changes/change-feed.ts'
import type { Topic } from '../../changes/topics.ts'
import type { Db } from '../../database/schema.ts'
import { moveReports } from '../../reports.ts'
import { findOwner } from '../auth/login-ownership.ts'
import { noteGameChanges } from '../standings/game-changes.ts'
import { removeStandings, takeOverSeasons } from '../standings/merge-channels.ts'

/** Whose season it is: a user's own channel, or one that nobody has signed in for yet. */
export interface ChannelTarget {
  platform: string
  login: string
  name: string
  ownerId: number | null
}

/**
 * The channel's id; created if missing. The row stays locked to the end of the transaction, so
 * that uploads for one channel are stored one after the other.
 */
export async function lockChannel(trx: Db, target: ChannelTarget): Promise<number> {
  const { platform, login, name } = target
  const ownerId = target.ownerId ?? (await findOwner(trx, target))
  const found = await trx
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
  // By its id: a sign-in may have bound it to its streamer since it was found.
  const locked = await trx
    .selectFrom('channels')
    .select('id')
    .where('id', '=', found?.id ?? 0)
    .forUpdate()
    .executeTakeFirst()
  if (locked !== undefined) {
    return locked.id
  }
  // There was none, or a sign-in has just merged it into another one.
  const made = await trx
    .insertInto('channels')
    .values({ platform, login, name, user_id: ownerId })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (made !== undefined) {
    await announce(trx, [`channel:${made.id}`])
  }
  return lockChannel(trx, target)
}

export async function isKnownChannel(db: Db, login: string): Promise<boolean> {
  if ((await findOwner(db, { platform: 'twitch', login })) !== null) {
    return true
  }
  const waiting = await db
    .selectFrom('channels')
    .select(sql.lit(1).as('one'))
    .where('user_id', 'is', null)
    .where('platform', '=', 'twitch')
    .where('login', '=', login)
    .executeTakeFirst()
  return waiting !== undefined
}

/**
 * At sign-in: the user's channel takes the user's name, and the one that waits under that name is
 * theirs. Where they have a channel already, it takes over the waiting one's seasons that it lacks;
 * of a season that both have, the user's own stands, and the waiting channel is gone. In a
 * transaction of the change feed.
 */
export async function bindChannel(
  trx: Db,
  user: {
    userId: number
    platform: string
    login: string
    username: string
    /** Name or picture are not those of the last sign-in. */
    hasChanged: boolean
  },
): Promise<void> {
  const { username, login } = user
  const own = await trx
    .selectFrom('channels')
    .select(['id', 'name', 'login'])
    .where('user_id', '=', user.userId)
    .forUpdate()
    .executeTakeFirst()
  if (own !== undefined && (user.hasChanged || own.name !== username || own.login !== login)) {
    await trx
      .updateTable('channels')
      .set({ name: username, login })
      .where('id', '=', own.id)
      .execute()
    await announce(trx, [`channel:${own.id}`])
  }
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
    await announce(trx, [`channel:${waiting.id}`, `uploads:${user.userId}`])
    return
  }
  const seasons = await trx
    .selectFrom('channel_seasons')
    .select('season')
    .where('channel_id', '=', waiting.id)
    .execute()
  await takeOverSeasons(trx, { from: waiting.id, to: own.id })
  await noteGameChanges(trx, [waiting.id, own.id])
  await dissolve(trx, { from: waiting.id, to: own.id })
  await announce(trx, [
    `uploads:${user.userId}`,
    ...[waiting.id, own.id].flatMap((id): Topic[] => [
      `channel:${id}`,
      ...seasons.map(({ season }) => `season:${season}/channel:${id}` as const),
    ]),
  ])
}

/** Removes a channel that has given its seasons to the other, and what is left of it; receipts and reports move. */
async function dissolve(trx: Db, { from, to }: { from: number; to: number }): Promise<void> {
  await removeStandings(trx, from)
  // Only somebody who once practised under that name can have left any results of events.
  for (const table of ['event_racers', 'event_snapshots', 'event_standings'] as const) {
    await trx.deleteFrom(table).where('channel_id', '=', from).execute()
  }
  await trx.updateTable('uploads').set({ channel_id: to }).where('channel_id', '=', from).execute()
  await moveReports(trx, { from, to })
  await trx.deleteFrom('channels').where('id', '=', from).execute()
}
