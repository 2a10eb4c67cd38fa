import { orderSeries } from '@rollcall/contract/events-series'
import { sql } from 'kysely'
import { ApiError } from '../../../edge/api-error.ts'
import type { AppContext } from '../../../edge/app-context.ts'
import type { Serve } from '../../../edge/serve-endpoint.ts'
import { announce } from '../../../platform/changes/change-feed.ts'
import { actorOf, recordUnlessOwner } from '../../site/audit-log.ts'
import { lockSeries } from '../locks.ts'
import { listSeriesTopics } from '../queries.ts'
import { UNAUTHORIZED } from '../refusals.ts'

/** Puts all events of a series in order. */
export function serveOrderSeries(serve: Serve, { changes, now }: AppContext): void {
  serve(orderSeries, (call) =>
    changes.transaction(async (trx) => {
      const asked = { seriesId: call.params.id, act: 'edit' as const, viewer: call.caller }
      const series = await lockSeries(trx, asked)
      if (series === null) {
        return UNAUTHORIZED
      }
      const { events } = call.body
      const stored = await trx
        .selectFrom('events')
        .select('id')
        .where('series_id', '=', series.id)
        .execute()
      const named = new Set(events)
      const isEachOnce = named.size === events.length && named.size === stored.length
      if (!isEachOnce || stored.some(({ id }) => !named.has(id))) {
        throw new ApiError('series_events_changed')
      }
      const moved = await sql<{ id: number }>`
        update events set series_position = place.number
        from unnest(${events}::integer[]) with ordinality as place (id, number)
        where events.id = place.id and series_id = ${series.id}
          and series_position is distinct from place.number
        returning events.id`.execute(trx)
      if (moved.rows.length > 0) {
        announce(trx, await listSeriesTopics(trx, series.id))
      }
      await recordUnlessOwner(trx, actorOf(call, now()), {
        ownerId: series.ownerId,
        act: 'series-ordered',
        facts: { number: String(series.id), series: series.name, after: events.join(', ') },
      })
      return { status: 'success' as const }
    }),
  )
}
