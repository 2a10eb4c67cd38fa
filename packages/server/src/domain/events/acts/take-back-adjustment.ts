import { takeBackAdjustment } from '@rollcall/contract/events-adjustments'
import { ApiError } from '../../../edge/api-error.ts'
import type { AppContext } from '../../../edge/app-context.ts'
import type { Serve } from '../../../edge/serve-endpoint.ts'
import { announce } from '../../../platform/changes/change-feed.ts'
import { actorOf, recordUnlessOwner } from '../../site/audit-log.ts'
import { listAdjustmentTopics } from '../boards/adjustments.ts'
import { lockEvent } from '../locks.ts'
import { UNAUTHORIZED } from '../refusals.ts'

/** Takes a bonus, a penalty or a disqualification back. */
export function serveTakeBackAdjustment(serve: Serve, { changes, now }: AppContext): void {
  serve(takeBackAdjustment, (call) =>
    changes.transaction(async (trx) => {
      const { caller, params } = call
      const event = await lockEvent(trx, { eventId: params.id, act: 'adjust', viewer: caller })
      if (event === null) {
        return UNAUTHORIZED
      }
      const taken = await trx
        .deleteFrom('event_adjustments')
        .where('id', '=', params.adjustment)
        .where('event_id', '=', event.id)
        .returning(['racer_id as racerId', 'kind', 'points', 'reason'])
        .executeTakeFirst()
      if (taken === undefined) {
        throw new ApiError('no_such_adjustment')
      }
      announce(trx, await listAdjustmentTopics(trx, event.id))
      await recordUnlessOwner(trx, actorOf(call, now()), {
        ownerId: event.ownerId,
        act: 'adjustment-taken-back',
        facts: {
          ...{ number: String(event.id), event: event.name, racer: { racer: taken.racerId } },
          ...{ adjustment: taken.kind, points: taken.points, why: taken.reason },
        },
      })
      return { status: 'success' as const }
    }),
  )
}
