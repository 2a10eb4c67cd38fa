import { deleteEventSeries } from '@rollcall/contract/events-series'
import type { AppContext } from '../../../app-context.ts'
import { actorOf, recordUnlessOwner } from '../../../audit-log.ts'
import { announce } from '../../../changes/change-feed.ts'
import type { Serve } from '../../../http/serve-endpoint.ts'
import { announceHeldGames } from '../held-games.ts'
import { lockSeries } from '../locks.ts'
import { listUploaderTopics } from '../queries.ts'
import { UNAUTHORIZED } from '../refusals.ts'

/** Deletes a series with its events and everything in them; games and receipts stay. */
export function serveDeleteSeries(serve: Serve, { changes, now }: AppContext): void {
  serve(deleteEventSeries, (call) =>
    changes.transaction(async (trx) => {
      const { id } = call.params
      const series = await lockSeries(trx, { seriesId: id, asker: call.caller })
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
      await trx.deleteFrom('events').where('series_id', '=', id).execute()
      await trx.deleteFrom('event_series').where('id', '=', id).execute()
      await announce(trx, uploaders)
      await recordUnlessOwner(trx, actorOf(call, now()), {
        ownerId: series.createdBy,
        act: 'series-deleted',
        summary: `Deleted the series ${series.name} of ${series.username} with its events.`,
        details: {
          number: String(id),
          series: series.name,
          owner: series.username,
          events: events.map((event) => event.id).join(', '),
        },
      })
      return { status: 'success' as const }
    }),
  )
}
