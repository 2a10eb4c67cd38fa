import { makeObjection, withdrawObjection } from '@rollcall/contract/objections'
import { sql } from 'kysely'
import { ApiError } from '../../../edge/api-error.ts'
import type { AppContext } from '../../../edge/app-context.ts'
import type { Serve } from '../../../edge/serve-endpoint.ts'
import { announce } from '../../../platform/changes/change-feed.ts'
import type { Db } from '../../../platform/database/schema.ts'
import { type Actor, actorOf, recordAct } from '../../site/audit-log.ts'
import { UNAUTHORIZED } from '../refusals.ts'
import { findObjectionRights } from './objections.ts'

/** Somebody who raced or streamed a round objects to it, or withdraws what nobody has answered. */
export function serveObjectToRound(serve: Serve, { changes, now }: AppContext): void {
  serve(makeObjection, (call) =>
    changes.transaction(async (trx) => {
      const { caller, params, body } = call
      const { eventId } = params
      const asked = { eventId, viewer: caller, now: now() }
      const before = await findObjectionRights(trx, asked)
      if (before === null) {
        throw new ApiError('no_such_round')
      }
      const { seriesId, isConcerned } = before
      if (!isConcerned) {
        return UNAUTHORIZED
      }
      // So that the round does not become final meanwhile.
      await sql`select from event_series where id = ${seriesId} for update`.execute(trx)
      const rights = await findObjectionRights(trx, asked)
      if (!rights?.mayObject) {
        throw new ApiError('objections_closed')
      }
      const { numInsertedOrUpdatedRows: made } = await trx
        .insertInto('objections')
        .values({
          ...{ series_id: seriesId, event_id: eventId, user_id: caller.userId },
          ...{ text: body.text, made_at: now() },
        })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirstOrThrow()
      if (made === 0n) {
        throw new ApiError('objection_unanswered')
      }
      await record(trx, actorOf(call, now()), { eventId, act: 'objection-made' })
      announce(trx, [`event:${params.eventId}/details`])
      return { status: 'success' as const }
    }),
  )

  serve(withdrawObjection, (call) =>
    changes.transaction(async (trx) => {
      const { caller, params } = call
      const { numDeletedRows: withdrawn } = await trx
        .deleteFrom('objections')
        .where('event_id', '=', params.eventId)
        .where('user_id', '=', caller.userId)
        .where('answered_at', 'is', null)
        .executeTakeFirstOrThrow()
      if (withdrawn === 0n) {
        throw new ApiError('no_such_objection')
      }
      await record(trx, actorOf(call, now()), {
        eventId: params.eventId,
        act: 'objection-withdrawn',
      })
      announce(trx, [`event:${params.eventId}/details`])
      return { status: 'success' as const }
    }),
  )
}

/** What is said in the objection is not recorded. */
async function record(
  trx: Db,
  actor: Actor,
  { eventId, act }: { eventId: number; act: 'objection-made' | 'objection-withdrawn' },
): Promise<void> {
  const { number, ...names } = await trx
    .selectFrom('events as event')
    .innerJoin('event_series as series', 'series.id', 'event.series_id')
    .select(['series.id as number', 'series.name as series', 'event.name as event'])
    .where('event.id', '=', eventId)
    .executeTakeFirstOrThrow()
  await recordAct(trx, actor, { act, facts: { number: String(number), ...names } })
}
