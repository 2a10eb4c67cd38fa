import { updateEventSeries } from '@rollcall/contract/events'
import type { AppContext } from '../../../app-context.ts'
import { actorOf, recordUnlessOwner } from '../../../audit-log.ts'
import type { Serve } from '../../../http/serve-endpoint.ts'
import { lockSeries } from '../locks.ts'
import { UNAUTHORIZED } from '../refusals.ts'

export function serveRenameSeries(serve: Serve, { db, now }: AppContext): void {
  serve(updateEventSeries, (call) =>
    db.transaction().execute(async (trx) => {
      const { caller, params, body } = call
      const name = body.event_series_name
      const series = await lockSeries(trx, { seriesId: params.id, asker: caller })
      if (series === null) {
        return UNAUTHORIZED
      }
      await trx.updateTable('event_series').set({ name }).where('id', '=', series.id).execute()
      await recordUnlessOwner(trx, actorOf(call, now()), {
        ownerId: series.createdBy,
        act: 'series-renamed',
        summary: `Renamed a series of somebody else to ${name}.`,
        details: { number: String(series.id), name },
      })
      return { name }
    }),
  )
}
