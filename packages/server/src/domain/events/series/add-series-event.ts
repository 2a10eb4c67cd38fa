import { addSeriesEvent } from '@rollcall/contract/events-series'
import { ApiError } from '../../../edge/api-error.ts'
import type { AppContext } from '../../../edge/app-context.ts'
import type { Serve } from '../../../edge/serve-endpoint.ts'
import { announce } from '../../../platform/changes/change-feed.ts'
import { eventRight, ownsEvent } from '../../rights/event.ts'
import { actorOf, recordUnlessOwner } from '../../site/audit-log.ts'
import { addEntrants } from '../league/entering/entrants.ts'
import { lockSeries } from '../locks.ts'
import { listSeriesTopics } from '../queries.ts'
import { refuseFullSeries, UNAUTHORIZED } from '../refusals.ts'
import { refuseFormerParticipants } from '../save-event.ts'

/** Adds a single event of the series' owner, which the caller may edit, to the series. */
export function serveAddSeriesEvent(serve: Serve, { changes, now }: AppContext): void {
  serve(addSeriesEvent, (call) =>
    changes.transaction(async (trx) => {
      const { caller, params, query } = call
      const series = await lockSeries(trx, { seriesId: params.id, act: 'edit', viewer: caller })
      if (series === null) {
        return UNAUTHORIZED
      }
      await refuseFullSeries(trx, series.id)
      const { eventId } = params
      const position = query.position === undefined ? null : Number(query.position)
      const added = await trx
        .updateTable('events as event')
        .set({ series_id: series.id, series_position: position, series_since: now() })
        .where('id', '=', eventId)
        .where('series_id', 'is', null)
        .where(ownsEvent(series.ownerId))
        // Those who help with the series only do not become helpers of the owner's other events by this.
        .where(eventRight('edit', caller))
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
      await addEntrants(trx, { seriesId: series.id, eventId, now: now() })
      announce(trx, await listSeriesTopics(trx, series.id))
      await recordUnlessOwner(trx, actorOf(call, now()), {
        ownerId: series.ownerId,
        act: 'series-event-added',
        facts: { number: String(eventId), event: added.name, series: series.name },
      })
      return { status: 'success' as const }
    }),
  )
}
