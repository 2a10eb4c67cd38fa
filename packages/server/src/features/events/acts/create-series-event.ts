import { createSeriesEvent } from '@rollcall/contract/events-series'
import type { AppContext } from '../../../app-context.ts'
import { actorOf, recordUnlessOwner } from '../../../audit-log.ts'
import type { Serve } from '../../../http/serve-endpoint.ts'
import { lockSeries } from '../locks.ts'
import { oncePerPress } from '../one-press.ts'
import { refuseFullSeries, UNAUTHORIZED } from '../refusals.ts'
import { createEvents, readEvent } from '../save-event.ts'

/** Creates an event in a series, for the series' creator. */
export function serveCreateSeriesEvent(serve: Serve, context: AppContext): void {
  const { changes, now } = context

  serve(createSeriesEvent, (call) =>
    changes.transaction(async (trx) => {
      const { caller, params, body } = call
      const series = await lockSeries(trx, { seriesId: params.id, asker: caller })
      if (series === null) {
        return UNAUTHORIZED
      }
      const { userId } = caller
      const press = { userId, request: ['in series', series.id, body], now: now() }
      const id = await oncePerPress(trx, press, async () => {
        await refuseFullSeries(trx, series.id)
        const [created = 0] = await createEvents(context, trx, {
          creatorId: series.createdBy,
          askerId: userId,
          seriesId: series.id,
          events: [readEvent(body, body.timeZone)],
        })
        return created
      })
      await recordUnlessOwner(trx, actorOf(call, now()), {
        ownerId: series.createdBy,
        act: 'series-event-created',
        summary: `Created the event ${body.name} in the series ${series.name} of somebody else.`,
        details: { number: String(id), event: body.name, series: series.name },
      })
      return { status: 'success' as const, id }
    }),
  )
}
