import { listOffBoards, putOnBoards, takeOffBoards } from '@rollcall/contract/channels'
import { normalLogin, type Racer } from '@rollcall/scoring/racer'
import { sql } from 'kysely'
import { ApiError } from '../../../edge/api-error.ts'
import type { AppContext } from '../../../edge/app-context.ts'
import type { Serve } from '../../../edge/serve-endpoint.ts'
import { announce } from '../../../platform/changes/change-feed.ts'
import type { Db } from '../../../platform/database/schema.ts'
import { isNameShown } from '../../people/racer-names.ts'
import { hasChannelRight } from '../../rights/channel.ts'
import type { Viewer } from '../../rights/roles.ts'
import { type Actor, actorOf, recordUnlessOwner } from '../../site/audit-log.ts'
import { checkSeasons } from '../../standings/badge-checks.ts'
import {
  joinNames,
  KNOWN_NAMES,
  type KnownNames,
  labelOf,
  lookOf,
} from '../../standings/racer-looks.ts'
import { findPublicChannel, type PublicChannel } from '../find-channel.ts'

/** The streamer takes names off the channel's boards, and puts them back: docs/scoring.md, Boards of a channel. */
export function serveChooseNames(serve: Serve, context: AppContext): void {
  const { changes, db, now } = context

  const findOwn = async (address: string, viewer: Viewer): Promise<PublicChannel> => {
    const channel = await findPublicChannel(context, address)
    if (
      channel === null ||
      !hasChannelRight('choose names on boards', { ownerId: channel.userId, viewer })
    ) {
      throw new ApiError('no_such_channel_page')
    }
    return channel
  }

  serve(listOffBoards, async ({ params, caller }) => {
    const { id } = await findOwn(params.channel, caller)
    return { names: await listNames(db, id) }
  })

  serve(takeOffBoards, async (call) => {
    const channel = await findOwn(call.params.channel, call.caller)
    await changes.transaction(async (trx) => {
      const racerId = await findRacerHere(trx, channel.id, call.params)
      const { numInsertedOrUpdatedRows } = await trx
        .insertInto('off_boards')
        .values({ channel_id: channel.id, racer_id: racerId, since: now() })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirstOrThrow()
      if (numInsertedOrUpdatedRows !== 0n) {
        await noteChange(trx, channel, actorOf(call, now()), { racerId, act: 'name-off-boards' })
      }
    })
    return { status: 'success' as const }
  })

  serve(putOnBoards, async (call) => {
    const channel = await findOwn(call.params.channel, call.caller)
    await changes.transaction(async (trx) => {
      const racerId = await findRacerHere(trx, channel.id, call.params)
      const { numDeletedRows } = await trx
        .deleteFrom('off_boards')
        .where(({ and }) => and({ channel_id: channel.id, racer_id: racerId }))
        .executeTakeFirstOrThrow()
      if (numDeletedRows !== 0n) {
        await noteChange(trx, channel, actorOf(call, now()), { racerId, act: 'name-on-boards' })
      }
    })
    return { status: 'success' as const }
  })
}

/** Boards are ranked again, and the channel may have other champions. */
async function noteChange(
  trx: Db,
  { id: channelId, userId: ownerId }: PublicChannel,
  actor: Actor,
  { racerId, act }: { racerId: number; act: 'name-off-boards' | 'name-on-boards' },
): Promise<void> {
  const seasons = await trx
    .selectFrom('channel_seasons')
    .select('season')
    .where('channel_id', '=', channelId)
    .execute()
  await checkSeasons(trx, { channelId, seasons: seasons.map(({ season }) => season) })
  announce(trx, [`games:${channelId}`])
  const facts = { racer: { racer: racerId }, channel: { channel: channelId } }
  await recordUnlessOwner(trx, actor, { ownerId: ownerId ?? 0, act, facts })
}

/**
 * Somebody with results on the channel. A hidden racer is not found, because the streamer would see whose row goes.
 *
 * @throws {ApiError} 404
 */
async function findRacerHere(
  trx: Db,
  channelId: number,
  { platform, login }: Racer,
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select racer.id from racers as racer
    where racer.platform = ${platform.toLowerCase()} and racer.login = ${normalLogin(login)}
      and ${isNameShown}
      and (
        exists (select from racer_totals where channel_id = ${channelId} and racer_id = racer.id)
        or exists (select from channel_racers where channel_id = ${channelId} and racer_id = racer.id)
      )`.execute(trx)
  const [racer] = rows
  if (racer === undefined) {
    throw new ApiError('no_such_racer_here')
  }
  return racer.id
}

async function listNames(db: Db, channelId: number) {
  const { rows } = await sql<Racer & KnownNames & { since: Date }>`
    select racer.platform, racer.login, off.since, ${KNOWN_NAMES}
    from off_boards as off
    join racers as racer on racer.id = off.racer_id
    ${joinNames(sql`${channelId}::integer`, { isOfOthers: sql<boolean>`false` })}
    where off.channel_id = ${channelId} and ${isNameShown}
    order by off.since desc, racer.login, racer.platform`.execute(db)
  return rows.map(({ platform, login, since, ...names }) => ({
    racer: labelOf(lookOf({ platform, login }, names)),
    since: since.toISOString(),
  }))
}
