/** Admins delete events and series, with everything that is in them; games and receipts stay. */
import { deleteEvent, deleteEventSeries } from '@rollcall/contract/events'
import type { AppContext } from '../../app-context.ts'
import { actorOf, recordAct } from '../../audit-log.ts'
import { announce } from '../../changes/change-feed.ts'
import { ApiError } from '../../http/api-error.ts'
import type { Serve } from '../../http/serve-endpoint.ts'

const DONE = { status: 'success' } as const

export function serveDeletion(serve: Serve, { changes, now }: AppContext): void {
  serve(deleteEvent, (call) =>
    changes.transaction(async (trx) => {
      const { id } = call.params
      const deleted = await trx
        .deleteFrom('events as event')
        .using('users as creator')
        .whereRef('creator.id', '=', 'event.created_by')
        .where('event.id', '=', id)
        .returning(['event.name', 'creator.username'])
        .executeTakeFirst()
      if (deleted === undefined) {
        throw new ApiError('not_found', 'There is no such event.')
      }
      await announce(trx, [`event:${id}/details`])
      await recordAct(trx, actorOf(call, now()), {
        act: 'event-deleted',
        summary: `Deleted the event ${deleted.name} of ${deleted.username}.`,
        details: { number: String(id) },
      })
      return DONE
    }),
  )

  serve(deleteEventSeries, (call) =>
    changes.transaction(async (trx) => {
      const { id } = call.params
      const series = await trx
        .selectFrom('event_series as series')
        .innerJoin('users as creator', 'creator.id', 'series.created_by')
        .select(['series.name', 'creator.username'])
        .where('series.id', '=', id)
        .forUpdate('series')
        .executeTakeFirst()
      if (series === undefined) {
        throw new ApiError('not_found', 'There is no such series.')
      }
      const events = await trx
        .deleteFrom('events')
        .where('series_id', '=', id)
        .returning('id')
        .execute()
      await trx.deleteFrom('event_series').where('id', '=', id).execute()
      await announce(
        trx,
        events.map((event) => `event:${event.id}/details` as const),
      )
      await recordAct(trx, actorOf(call, now()), {
        act: 'series-deleted',
        summary: `Deleted the series ${series.name} of ${series.username} with its events.`,
        details: {
          number: String(id),
          events: events.map((event) => event.id).join(', '),
        },
      })
      return DONE
    }),
  )
}
