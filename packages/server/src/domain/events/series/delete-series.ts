import { deleteEventSeries } from '@rollcall/contract/events-series'
import type { AppContext } from '../../../edge/app-context.ts'
import type { Serve } from '../../../edge/serve-endpoint.ts'
import { announce } from '../../../platform/changes/change-feed.ts'
import { actorOf, recordUnlessOwner } from '../../site/audit-log.ts'
import { announceHeldGames } from '../../visibility/held-games.ts'
import { lockSeries } from '../locks.ts'
import { listSeriesTopics, listUploaderTopics } from '../queries.ts'
import { UNAUTHORIZED } from '../refusals.ts'

/** Deletes a series with its events and everything in them; games and receipts stay. */
export function serveDeleteSeries(serve: Serve, { changes, now }: AppContext): void {
  serve(deleteEventSeries, (call) =>
    changes.transaction(async (trx) => {
      const { id } = call.params
      const series = await lockSeries(trx, { seriesId: id, act: 'delete', viewer: call.caller })
      if (series === null) {
        return UNAUTHORIZED
      }
      const uploaders = await listUploaderTopics(trx, { 'event.series_id': id })
      const events = await trx
        .selectFrom('events')
        .select('id')
        .where('series_id', '=', id)
        .execute()
      await announceHeldGames(trx, ...events.map((event) => event.id))
      announce(trx, await listSeriesTopics(trx, id))
      await trx.deleteFrom('events').where('series_id', '=', id).execute()
      await trx.deleteFrom('event_series').where('id', '=', id).execute()
      announce(trx, uploaders)
      await recordUnlessOwner(trx, actorOf(call, now()), {
        ownerId: series.ownerId,
        act: 'series-deleted',
        facts: {
          number: String(id),
          series: series.name,
          owner: { user: series.ownerId },
          events: events.map((event) => event.id).join(', '),
        },
      })
      return { status: 'success' as const }
    }),
  )
}
