/**
 * Games that admins leave out of rankings. Such a game is not rankable, so it counts nowhere, like a practice game:
 * docs/decisions/143-left-out-games.md.
 */
import type { LeaveOutReason } from '@rollcall/contract/admin-reports'
import { sql } from 'kysely'
import { ApiError } from '../../../edge/api-error.ts'
import { announce } from '../../../platform/changes/change-feed.ts'
import type { Db } from '../../../platform/database/schema.ts'
import { type Actor, recordAct } from '../../site/audit-log.ts'
import { checkBadgesOfGames } from '../../standings/badge-checks.ts'
import { noteGameChanges } from '../../standings/game-changes.ts'
import { addPlays, sumPlays } from '../../standings/maps.ts'
import { recountGames } from '../../standings/season-totals.ts'

interface GameOfChannel {
  id: number
  channelId: number
  season: number
  ownerId: number | null
  isRankable: boolean
  isLeftOut: boolean
}

/** Leaves a game out, or changes the reason. @throws {ApiError} 404, 409 */
export async function leaveGameOut(
  trx: Db,
  actor: Actor,
  { gameId, reason, reportId }: { gameId: number; reason: LeaveOutReason; reportId: number | null },
): Promise<void> {
  const game = await lockGame(trx, gameId)
  if (!game.isRankable && !game.isLeftOut) {
    throw new ApiError('game_not_rankable')
  }
  const because = { reason, report_id: reportId, left_out_at: actor.now, left_out_by: actor.userId }
  await trx
    .insertInto('left_out_games')
    .values({ channel_id: game.channelId, season: game.season, game_id: game.id, ...because })
    .onConflict((conflict) =>
      conflict.columns(['channel_id', 'season', 'game_id']).doUpdateSet(because),
    )
    .execute()
  if (game.isRankable) {
    await setRankable(trx, game, false)
  }
  await recordAct(trx, actor, {
    act: 'game-left-out',
    facts: { game: String(gameId), channel: { channel: game.channelId }, reason },
  })
}

/** @throws {ApiError} 404 */
export async function letGameCount(trx: Db, actor: Actor, gameId: number): Promise<void> {
  const game = await lockGame(trx, gameId)
  if (!game.isLeftOut) {
    throw new ApiError('game_not_left_out')
  }
  await forgetLeftOut(trx, game)
  await setRankable(trx, game, true)
  await recordAct(trx, actor, {
    act: 'game-counted-again',
    facts: { game: String(gameId), channel: { channel: game.channelId } },
  })
}

/** From now on, the game's files decide again whether it is rankable. */
export async function forgetLeftOut(
  trx: Db,
  { channelId, season, id }: Pick<GameOfChannel, 'channelId' | 'season' | 'id'>,
): Promise<void> {
  await trx
    .deleteFrom('left_out_games')
    .where(({ and }) => and({ channel_id: channelId, season, game_id: id }))
    .execute()
}

/** Locks the game's channel as uploads do, so that they run one after another. */
async function lockGame(trx: Db, gameId: number): Promise<GameOfChannel> {
  const { rows: channels } = await sql<{ id: number; ownerId: number | null }>`
    select channel.id, channel.user_id as "ownerId" from channels as channel
    where id = (select channel_id from games where id = ${gameId})
    for update`.execute(trx)
  const [channel] = channels
  const { rows } = await sql<Omit<GameOfChannel, 'ownerId'>>`
    select game.id, game.channel_id as "channelId", game.season, game.is_rankable as "isRankable",
      left_out.game_id is not null as "isLeftOut"
    from games as game
    left join left_out_games as left_out on left_out.channel_id = game.channel_id
      and left_out.season = game.season and left_out.game_id = game.id
    where game.channel_id = ${channel?.id ?? 0} and game.id = ${gameId}`.execute(trx)
  const [game] = rows
  if (channel === undefined || game === undefined) {
    throw new ApiError('no_such_game_to_leave_out')
  }
  return { ...game, ownerId: channel.ownerId }
}

/** All numbers that the game is part of, or becomes part of, are made again. */
async function setRankable(
  trx: Db,
  { id, channelId, season, ownerId }: GameOfChannel,
  isRankable: boolean,
): Promise<void> {
  const isGame = sql<boolean>`game.channel_id = ${channelId} and game.id = ${id}`
  const plays = await sumPlays(trx, isGame)
  await trx
    .updateTable('games')
    .set({ is_rankable: isRankable })
    .where(({ and }) => and({ channel_id: channelId, season, id }))
    .execute()
  await recountGames(trx, { channelId, seasons: [season] })
  await checkBadgesOfGames(trx, { channelId, gameIds: [id], areNew: false })
  await noteGameChanges(trx, [channelId])
  announce(trx, [
    `season:${season}/channel:${channelId}`,
    ...(ownerId === null ? [] : [`uploads:${ownerId}` as const]),
  ])
  await addPlays(trx, plays, -1)
  await addPlays(trx, await sumPlays(trx, isGame))
}
