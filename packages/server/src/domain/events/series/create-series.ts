import { createEventSeries } from '@rollcall/contract/events'
import { ApiError } from '../../../edge/api-error.ts'
import type { AppContext } from '../../../edge/app-context.ts'
import { oncePerPress } from '../../../edge/one-press.ts'
import type { Serve } from '../../../edge/serve-endpoint.ts'
import { createEvents, readEvent } from '../save-event.ts'

/** Creates a series with its first events. */
export function serveCreateSeries(serve: Serve, context: AppContext): void {
  const { changes, now } = context

  serve(createEventSeries, async ({ caller: { userId }, body }) => {
    const id = await changes.transaction(async (trx) => {
      const press = { userId, creates: 'event_id' as const, request: ['series', body], now: now() }
      const eventId = await oncePerPress(trx, press, async () => {
        const series = await trx
          .insertInto('event_series')
          .values({ name: body.seriesName, created_by: userId })
          .returning('id')
          .executeTakeFirstOrThrow()
        const [created = 0] = await createEvents(context, trx, {
          creatorId: userId,
          seriesId: series.id,
          events: body.events.map((event) => readEvent(event, body.timeZone)),
        })
        return created
      })
      const { series_id } = await trx
        .selectFrom('events')
        .select('series_id')
        .where('id', '=', eventId)
        .executeTakeFirstOrThrow()
      if (series_id === null) {
        throw new ApiError('series_changed_since')
      }
      return series_id
    })
    return { status: 'success' as const, id }
  })
}
