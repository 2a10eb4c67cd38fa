import { orderSeries } from '@rollcall/contract/events-series'
import { sql } from 'kysely'
import type { AppContext } from '../../../app-context.ts'
import { actorOf, recordUnlessOwner } from '../../../audit-log.ts'
import { announce } from '../../../changes/change-feed.ts'
import { ApiError } from '../../../http/api-error.ts'
import type { Serve } from '../../../http/serve-endpoint.ts'
import { lockSeries } from '../locks.ts'
import { UNAUTHORIZED } from '../refusals.ts'

/** Puts all events of a series in order. */
export function serveOrderSeries(serve: Serve, { changes, now }: AppContext): void {
  serve(orderSeries, (call) =>
    changes.transaction(async (trx) => {
      const series = await lockSeries(trx, { seriesId: call.params.id, asker: call.caller })
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
      await announce(
        trx,
        moved.rows.map(({ id }) => `event:${id}/details` as const),
      )
      await recordUnlessOwner(trx, actorOf(call, now()), {
        ownerId: series.createdBy,
        act: 'series-ordered',
        summary: `Put the events of the series ${series.name} of somebody else in order.`,
        details: { number: String(series.id), series: series.name, after: events.join(', ') },
      })
      return { status: 'success' as const }
    }),
  )
}
