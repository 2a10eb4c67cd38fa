import { addSeriesEvent } from '@rollcall/contract/events-series'
import type { AppContext } from '../../../app-context.ts'
import { actorOf, recordUnlessOwner } from '../../../audit-log.ts'
import { announce } from '../../../changes/change-feed.ts'
import { ApiError } from '../../../http/api-error.ts'
import type { Serve } from '../../../http/serve-endpoint.ts'
import { lockSeries } from '../locks.ts'
import { refuseFullSeries, UNAUTHORIZED } from '../refusals.ts'
import { refuseFormerParticipants } from '../save-event.ts'

/** Adds a single event of the series' creator to the series. */
export function serveAddSeriesEvent(serve: Serve, { changes, now }: AppContext): void {
  serve(addSeriesEvent, (call) =>
    changes.transaction(async (trx) => {
      const { caller, params, query } = call
      const series = await lockSeries(trx, { seriesId: params.id, asker: caller })
      if (series === null) {
        return UNAUTHORIZED
      }
      await refuseFullSeries(trx, series.id)
      const { eventId } = params
      const position = query.position === undefined ? null : Number(query.position)
      const added = await trx
        .updateTable('events')
        .set({ series_id: series.id, series_position: position })
        .where('id', '=', eventId)
        .where('series_id', 'is', null)
        .where('created_by', '=', series.createdBy)
        .returning('name')
        .executeTakeFirst()
      if (added === undefined) {
        throw new ApiError('event_not_single')
      }
      const participants = await trx
        .selectFrom('event_participants')
        .select('user_id as userId')
        .where('event_id', '=', eventId)
        .execute()
      await refuseFormerParticipants(trx, {
        askerId: caller.userId,
        userIds: participants.map(({ userId }) => userId),
        eventId,
        seriesId: series.id,
      })
      await announce(trx, [`event:${eventId}/details`])
      await recordUnlessOwner(trx, actorOf(call, now()), {
        ownerId: series.createdBy,
        act: 'series-event-added',
        summary: `Added the event ${added.name} to the series ${series.name} of somebody else.`,
        details: { number: String(eventId), event: added.name, series: series.name },
      })
      return { status: 'success' as const }
    }),
  )
}
