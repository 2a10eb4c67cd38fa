/** Admins delete events and series, with everything that is in them; games and receipts stay. */
import { deleteEvent, deleteEventSeries } from '@rollcall/contract/events'
import { sql } from 'kysely'
import type { AppContext } from '../../app-context.ts'
import { actorOf, recordAct } from '../../audit-log.ts'
import { announce } from '../../changes/change-feed.ts'
import type { Db } from '../../database/schema.ts'
import { ApiError } from '../../http/api-error.ts'
import type { Serve } from '../../http/serve-endpoint.ts'

const DONE = { status: 'success' } as const

/** A statement has six seconds; a streamer's results are up to some thousand rows. */
const RESULTS_AT_ONCE = 20

export function serveDeletion(serve: Serve, { changes, now }: AppContext): void {
  serve(deleteEvent, (call) =>
    changes.transaction(async (trx) => {
      const { id } = call.params
      await trx.selectFrom('events').select('id').where('id', '=', id).forUpdate().execute()
      await deleteResults(trx, [id])
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
        .selectFrom('events')
        .select('id')
        .where('series_id', '=', id)
        .orderBy('id')
        .forUpdate()
        .execute()
      await deleteResults(
        trx,
        events.map((event) => event.id),
      )
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

/** What was uploaded for events whose rows are locked; nothing is added meanwhile. */
async function deleteResults(trx: Db, eventIds: readonly number[]): Promise<void> {
  let deleted = 0n
  do {
    const { numAffectedRows = 0n } = await sql`
      delete from event_standings where (event_id, channel_id) in (
        select event_id, channel_id from event_standings
        where event_id = any(${eventIds}::integer[])
        limit ${RESULTS_AT_ONCE}
      )`.execute(trx)
    deleted = numAffectedRows
  } while (deleted > 0n)
}
