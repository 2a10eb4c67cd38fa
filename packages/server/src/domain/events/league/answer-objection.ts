import { answerObjection } from '@rollcall/contract/objections'
import { ApiError } from '../../../edge/api-error.ts'
import type { AppContext } from '../../../edge/app-context.ts'
import type { Serve } from '../../../edge/serve-endpoint.ts'
import { announce } from '../../../platform/changes/change-feed.ts'
import { actorOf, recordAct } from '../../site/audit-log.ts'
import { lockSeries } from '../locks.ts'
import { UNAUTHORIZED } from '../refusals.ts'
import { findObjectionRights } from './objections.ts'

/** An organiser or moderator answers an objection, once. */
export function serveAnswerObjection(serve: Serve, { changes, now }: AppContext): void {
  serve(answerObjection, (call) =>
    changes.transaction(async (trx) => {
      const { caller, params, body } = call
      const { eventId } = params
      const rights = await findObjectionRights(trx, { eventId, viewer: caller, now: now() })
      if (rights === null) {
        throw new ApiError('no_such_round')
      }
      const series = await lockSeries(trx, {
        ...{ seriesId: rights.seriesId, act: 'decide objections', viewer: caller },
      })
      if (series === null) {
        return UNAUTHORIZED
      }
      if (!rights.mayDecide) {
        throw new ApiError('no_such_objection')
      }
      const answered = await trx
        .updateTable('objections as objection')
        .from('events as event')
        .set({
          ...{ answer: body.text, is_upheld: body.isUpheld },
          ...{ answered_at: now(), answered_by: caller.userId },
        })
        .whereRef('event.id', '=', 'objection.event_id')
        .where('objection.id', '=', params.objectionId)
        .where('objection.series_id', '=', series.id)
        .where('objection.event_id', '=', eventId)
        .where('objection.answered_at', 'is', null)
        // Nobody answers their own.
        .where('objection.user_id', '<>', caller.userId)
        .returning(['event.id', 'event.name'])
        .executeTakeFirst()
      if (answered === undefined) {
        throw new ApiError('no_such_objection')
      }
      announce(trx, [`event:${answered.id}/details`])
      await recordAct(trx, actorOf(call, now()), {
        act: 'objection-answered',
        facts: { number: String(series.id), series: series.name, event: answered.name },
      })
      return { status: 'success' as const }
    }),
  )
}
