import { createSeriesEvent } from '@rollcall/contract/events-series'
import type { AppContext } from '../../../edge/app-context.ts'
import { oncePerPress } from '../../../edge/one-press.ts'
import type { Serve } from '../../../edge/serve-endpoint.ts'
import { announce } from '../../../platform/changes/change-feed.ts'
import { actorOf, recordUnlessOwner } from '../../site/audit-log.ts'
import { addEntrants } from '../league/entering/entrants.ts'
import { lockSeries } from '../locks.ts'
import { listSeriesTopics } from '../queries.ts'
import { refuseFullSeries, UNAUTHORIZED } from '../refusals.ts'
import { createEvents, readEvent } from '../save-event.ts'

/** Creates an event in a series, for the series' owner. */
export function serveCreateSeriesEvent(serve: Serve, context: AppContext): void {
  const { changes, now } = context

  serve(createSeriesEvent, (call) =>
    changes.transaction(async (trx) => {
      const { caller, params, body } = call
      const series = await lockSeries(trx, { seriesId: params.id, act: 'edit', viewer: caller })
      if (series === null) {
        return UNAUTHORIZED
      }
      const { userId } = caller
      const press = {
        userId,
        creates: 'event_id' as const,
        request: ['in series', series.id, body],
        now: now(),
      }
      const id = await oncePerPress(trx, press, async () => {
        await refuseFullSeries(trx, series.id)
        const [created = 0] = await createEvents(context, trx, {
          creatorId: series.ownerId,
          askerId: userId,
          seriesId: series.id,
          events: [readEvent(body, body.timeZone)],
        })
        await addEntrants(trx, { seriesId: series.id, eventId: created, now: now() })
        return created
      })
      announce(trx, await listSeriesTopics(trx, series.id))
      await recordUnlessOwner(trx, actorOf(call, now()), {
        ownerId: series.ownerId,
        act: 'series-event-created',
        facts: { number: String(id), event: body.name, series: series.name },
      })
      return { status: 'success' as const, id }
    }),
  )
}
