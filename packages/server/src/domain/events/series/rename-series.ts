import { updateEventSeries } from '@rollcall/contract/events'
import type { AppContext } from '../../../edge/app-context.ts'
import type { Serve } from '../../../edge/serve-endpoint.ts'
import { announce } from '../../../platform/changes/change-feed.ts'
import { actorOf, recordUnlessOwner } from '../../site/audit-log.ts'
import { lockSeries } from '../locks.ts'
import { listSeriesTopics } from '../queries.ts'
import { UNAUTHORIZED } from '../refusals.ts'

export function serveRenameSeries(serve: Serve, { changes, now }: AppContext): void {
  serve(updateEventSeries, (call) =>
    changes.transaction(async (trx) => {
      const { caller, params, body } = call
      const name = body.event_series_name
      const series = await lockSeries(trx, { seriesId: params.id, act: 'edit', viewer: caller })
      if (series === null) {
        return UNAUTHORIZED
      }
      await trx.updateTable('event_series').set({ name }).where('id', '=', series.id).execute()
      announce(trx, await listSeriesTopics(trx, series.id))
      await recordUnlessOwner(trx, actorOf(call, now()), {
        ownerId: series.ownerId,
        act: 'series-renamed',
        facts: { number: String(series.id), name },
      })
      return { name }
    }),
  )
}
