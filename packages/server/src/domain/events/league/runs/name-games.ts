/** A streamer names games before they start. docs/decisions/180-named-games-and-the-message-of-a-round.md */
import { nameGames } from '@rollcall/contract/league-runs'
import { sql } from 'kysely'
import { ApiError } from '../../../../edge/api-error.ts'
import type { AppContext } from '../../../../edge/app-context.ts'
import type { Serve } from '../../../../edge/serve-endpoint.ts'
import { announce } from '../../../../platform/changes/change-feed.ts'
import type { Db } from '../../../../platform/database/schema.ts'
import { eventRight, isAllowed } from '../../../rights/event.ts'
import { listNamedGames } from '../../../scoring/prescribed-games.ts'
import { noteGameChanges } from '../../../standings/game-changes.ts'
import { isRunnable } from '../../../standings/round-runs.ts'
import { UNAUTHORIZED } from '../../refusals.ts'

export function serveNameGames(serve: Serve, { changes, now }: AppContext): void {
  serve(nameGames, ({ caller, params, body }) =>
    changes.transaction(async (trx) => {
      const eventId = params.id
      if (!(await isAllowed(trx, { eventId, right: eventRight('take part', caller) }))) {
        return UNAUTHORIZED
      }
      await name(trx, { eventId, userId: caller.userId, ...body, now: now() })
      return { status: 'success' as const }
    }),
  )
}

/** @throws {ApiError} if the round is over or has not begun, lets nobody name games, or has enough of them */
async function name(
  trx: Db,
  {
    eventId,
    userId,
    waiting,
    now,
  }: { eventId: number; userId: number; waiting: number; now: Date },
): Promise<void> {
  const { rows } = await sql<{ channelId: number | null; isRunnable: boolean }>`
    select channel.id as "channelId", ${isRunnable(now)} as "isRunnable"
    from event_participants as participant
    join events as event on event.id = participant.event_id
    left join channels as channel on channel.user_id = participant.user_id
    where event.id = ${eventId} and participant.user_id = ${userId}
    for update of participant`.execute(trx)
  const [round] = rows
  if (round?.isRunnable !== true) {
    throw new ApiError('round_not_running')
  }
  const named = (await listNamedGames(trx, { userId, eventIds: [eventId] })).get(eventId)
  if (named === undefined) {
    throw new ApiError('names_no_games')
  }
  const more = waiting - named.waiting.length
  if (more > 0 && named.counted + waiting > named.of) {
    throw new ApiError('enough_named')
  }
  if (more > 0) {
    await sql`
      insert into named_games (event_id, user_id, named_at)
      select ${eventId}::integer, ${userId}::integer, ${now}::timestamptz
      from generate_series(1, ${more}::integer)`.execute(trx)
  } else {
    await sql`
      update named_games set taken_back_at = ${now}
      where id = any(${named.waiting.slice(waiting)}::integer[])`.execute(trx)
  }
  if (round.channelId !== null) {
    // Decides again about all games of the channel.
    await noteGameChanges(trx, [round.channelId])
  }
  announce(trx, [`event:${eventId}/details`])
}
