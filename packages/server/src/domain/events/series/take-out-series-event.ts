import { takeOutSeriesEvent } from '@rollcall/contract/events-series'
import { sql } from 'kysely'
import { ApiError } from '../../../edge/api-error.ts'
import type { AppContext } from '../../../edge/app-context.ts'
import type { Serve } from '../../../edge/serve-endpoint.ts'
import { announce } from '../../../platform/changes/change-feed.ts'
import { forgetPrescriptions } from '../../scoring/prescribed-games.ts'
import { actorOf, recordUnlessOwner } from '../../site/audit-log.ts'
import { lockSeries } from '../locks.ts'
import { listSeriesTopics } from '../queries.ts'
import { UNAUTHORIZED } from '../refusals.ts'

/** Removes an event from its series, so that it becomes a single event. */
export function serveTakeOutSeriesEvent(serve: Serve, { changes, now }: AppContext): void {
  serve(takeOutSeriesEvent, (call) =>
    changes.transaction(async (trx) => {
      const { caller, params } = call
      const series = await lockSeries(trx, { seriesId: params.id, act: 'edit', viewer: caller })
      if (series === null) {
        return UNAUTHORIZED
      }
      const { eventId } = params
      const taken = await trx
        .selectFrom('events')
        .select(['name', 'series_position as position'])
        .where('id', '=', eventId)
        .where('series_id', '=', series.id)
        .forUpdate()
        .executeTakeFirst()
      if (taken === undefined) {
        throw new ApiError('event_not_in_series')
      }
      await trx
        .updateTable('events')
        .set({ series_id: null, series_position: null, series_since: null })
        .where('id', '=', eventId)
        .execute()
      await forgetPrescriptions(trx, sql<boolean>`event.id = ${eventId}`)
      announce(trx, [`event:${eventId}/details`, ...(await listSeriesTopics(trx, series.id))])
      await recordUnlessOwner(trx, actorOf(call, now()), {
        ownerId: series.ownerId,
        act: 'series-event-taken-out',
        facts: { number: String(eventId), event: taken.name, series: series.name },
      })
      return { status: 'success' as const, position: taken.position }
    }),
  )
}
