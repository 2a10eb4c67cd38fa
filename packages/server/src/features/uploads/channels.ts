/** Channels: a user's, or waiting under a name until its streamer signs in. */
import { sql } from 'kysely'
import type { Db } from '../../app-context.ts'
import { moveReports } from '../admin/reports.ts'
import { findOwner } from '../auth/login-ownership.ts'
import { sumSeasonsOfGames } from './season-of-games.ts'

/** Whose season it is: a user's own channel, or one that nobody has signed in for as yet. */
export interface ChannelTarget {
  platform: string
  /** Lower-cased. */
  login: string
  /** As shown. */
  name: string
  ownerId: number | null
}

/**
 * The channel's id; made where there is none. The row stays locked to the end of the transaction, so
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
  // By its id, so that one which becomes its streamer's meanwhile is the same one still.
  const locked = await trx
    .selectFrom('channels')
    .select('id')
    .where('id', '=', found?.id ?? 0)
    .forUpdate()
    .executeTakeFirst()
  if (locked !== undefined) {
    return locked.id
  }
  // There was none, or a sign-in has just merged it into another one, which is found now.
  await trx
    .insertInto('channels')
    .values({ platform, login, name, user_id: ownerId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return lockChannel(trx, target)
}

/**
 * At sign-in: the user's channel takes the user's name, and the one that waits under that name is
 * theirs. Where they have a channel already, it takes over the waiting one's seasons that it lacks;
 * of a season that both have, the user's own stands, and the waiting channel is gone.
 */
export async function bindChannel(
  trx: Db,
  user: { userId: number; platform: string; login: string; username: string },
): Promise<void> {
  const own = await trx
    .updateTable('channels')
    .set({ name: user.username, login: user.login })
    .where('user_id', '=', user.userId)
    .returning('id')
    .executeTakeFirst()
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
    return
  }
  await takeOverSeasons(trx, { from: waiting.id, to: own.id })
  await dissolve(trx, { from: waiting.id, to: own.id })
}

/** Moves the seasons that the one channel has and the other lacks, with all that hangs on them. */
async function takeOverSeasons(trx: Db, { from, to }: { from: number; to: number }): Promise<void> {
  const moved = await trx
    .insertInto('channel_seasons')
    .columns([
      'channel_id',
      'season',
      'points',
      'total_games',
      'points_per_game',
      'race_high_score',
      'royale_high_score',
      'source',
      'marble_day',
      'snapshot_hash',
      'racer_count',
    ])
    .expression((select) =>
      select
        .selectFrom('channel_seasons')
        .select([
          sql.val(to).as('channel_id'),
          'season',
          'points',
          'total_games',
          'points_per_game',
          'race_high_score',
          'royale_high_score',
          'source',
          'marble_day',
          'snapshot_hash',
          'racer_count',
        ])
        .where('channel_id', '=', from),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning('season')
    .execute()
  const seasons = moved.map((row) => row.season)
  if (seasons.length === 0) {
    return
  }
  // The games of a season go along, with their results; one that is there already stays behind.
  await sql`
    update games as game set channel_id = ${to}
    where channel_id = ${from} and season = any(${seasons}::integer[]) and not exists (
      select from games as own
      where own.channel_id = ${to} and own.mode = game.mode and own.game_key = game.game_key
    )`.execute(trx)
  // What stays behind counts no longer.
  await sumSeasonsOfGames(trx, { channelId: to, seasons })
  for (const table of ['season_racers', 'season_snapshots'] as const) {
    await trx
      .updateTable(table)
      .set({ channel_id: to })
      .where('channel_id', '=', from)
      .where('season', 'in', seasons)
      .execute()
  }
}

/** Removes a channel and what it still has; its receipts and reports go to the other. */
async function dissolve(trx: Db, { from, to }: { from: number; to: number }): Promise<void> {
  const tables = [
    ...(['season_racers', 'season_snapshots', 'channel_seasons', 'games'] as const),
    // Only somebody who once practised under that name can have left any.
    ...(['event_racers', 'event_snapshots', 'event_standings'] as const),
  ]
  for (const table of tables) {
    await trx.deleteFrom(table).where('channel_id', '=', from).execute()
  }
  await trx.updateTable('uploads').set({ channel_id: to }).where('channel_id', '=', from).execute()
  await moveReports(trx, { from, to })
  await trx.deleteFrom('channels').where('id', '=', from).execute()
}
