/** The events of a series: created in it, added, taken out and put in order by its creator and admins. */
import type { Unauthorized } from '@rollcall/contract/events'
import { MAX_SERIES_EVENTS } from '@rollcall/contract/events'
import {
  addSeriesEvent,
  createSeriesEvent,
  orderSeries,
  takeOutSeriesEvent,
} from '@rollcall/contract/events-series'
import { sql } from 'kysely'
import type { AppContext } from '../../app-context.ts'
import { type Act, actorOf, recordAct } from '../../audit-log.ts'
import { announce } from '../../changes/change-feed.ts'
import type { Db } from '../../database/schema.ts'
import { ApiError } from '../../http/api-error.ts'
import type { Serve } from '../../http/serve-endpoint.ts'
import { oncePerPress } from './one-press.ts'
import type { Asker } from './queries.ts'
import { noSuchSeries, UNAUTHORIZED } from './refusals.ts'
import { createEvents, eventOf, refuseWhoLeft } from './save-event.ts'

const DONE = { status: 'success' } as const

interface ChangedSeries {
  id: number
  name: string
  createdBy: number
}

interface SeriesCall {
  caller: Asker
  params: { id: number }
  request: { ip: string }
}

export function serveSeriesEvents(serve: Serve, context: AppContext): void {
  const { changes, now } = context

  serve(createSeriesEvent, (call) =>
    changeSeries(call, async (trx, series) => {
      const { userId } = call.caller
      const press = { userId, request: ['in series', series.id, call.body], now: now() }
      const id = await oncePerPress(trx, press, async () => {
        await checkRoom(trx, series.id)
        const [created = 0] = await createEvents(context, trx, {
          creatorId: series.createdBy,
          askerId: userId,
          seriesId: series.id,
          events: [eventOf(call.body, call.body.timeZone)],
        })
        return created
      })
      return {
        answer: { status: 'success' as const, id },
        act: {
          act: 'series-event-created',
          summary: `Created the event ${call.body.name} in the series ${series.name} of somebody else.`,
          details: { number: String(id) },
        },
      }
    }),
  )

  serve(addSeriesEvent, (call) =>
    changeSeries(call, async (trx, series) => {
      await checkRoom(trx, series.id)
      const { eventId } = call.params
      const position = call.query.position === undefined ? null : Number(call.query.position)
      const added = await trx
        .updateTable('events')
        .set({ series_id: series.id, series_position: position })
        .where('id', '=', eventId)
        .where('series_id', 'is', null)
        .where('created_by', '=', series.createdBy)
        .returning('name')
        .executeTakeFirst()
      if (added === undefined) {
        throw new ApiError(
          'not_found',
          'There is no such event, or it is in a series already. Only single events of the same creator can be added.',
        )
      }
      const participants = await trx
        .selectFrom('event_participants')
        .select('user_id as userId')
        .where('event_id', '=', eventId)
        .execute()
      await refuseWhoLeft(trx, {
        askerId: call.caller.userId,
        userIds: participants.map(({ userId }) => userId),
        ...{ eventId, seriesId: series.id },
      })
      await announce(trx, [`event:${eventId}/details`])
      return {
        answer: DONE,
        act: {
          act: 'series-event-added',
          summary: `Added the event ${added.name} to the series ${series.name} of somebody else.`,
          details: { number: String(eventId) },
        },
      }
    }),
  )

  serve(takeOutSeriesEvent, (call) =>
    changeSeries(call, async (trx, series) => {
      const { eventId } = call.params
      const taken = await trx
        .selectFrom('events')
        .select(['name', 'series_position as position'])
        .where('id', '=', eventId)
        .where('series_id', '=', series.id)
        .forUpdate()
        .executeTakeFirst()
      if (taken === undefined) {
        throw new ApiError('not_found', 'This event is not in the series.')
      }
      await trx
        .updateTable('events')
        .set({ series_id: null, series_position: null })
        .where('id', '=', eventId)
        .execute()
      await announce(trx, [`event:${eventId}/details`])
      return {
        answer: { ...DONE, position: taken.position },
        act: {
          act: 'series-event-taken-out',
          summary: `Took the event ${taken.name} out of the series ${series.name} of somebody else.`,
          details: { number: String(eventId) },
        },
      }
    }),
  )

  serve(orderSeries, (call) =>
    changeSeries(call, async (trx, series) => {
      const { events } = call.body
      const stored = await trx
        .selectFrom('events')
        .select('id')
        .where('series_id', '=', series.id)
        .execute()
      const named = new Set(events)
      if (named.size !== events.length || stored.length !== named.size) {
        throw hasChanged()
      }
      if (stored.some(({ id }) => !named.has(id))) {
        throw hasChanged()
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
      return {
        answer: DONE,
        act: {
          act: 'series-ordered',
          summary: `Put the events of the series ${series.name} of somebody else in order.`,
          details: { number: String(series.id), after: events.join(', ') },
        },
      }
    }),
  )

  /** In a transaction in which nobody else changes the series; by an admin, noted in the audit log. */
  function changeSeries<Answer>(
    { caller, params, request }: SeriesCall,
    change: (trx: Db, series: ChangedSeries) => Promise<{ answer: Answer; act: Act }>,
  ): Promise<Answer | Unauthorized> {
    return changes.transaction(async (trx) => {
      const series = await lockSeries(trx, { seriesId: params.id, asker: caller })
      if (series === null) {
        return UNAUTHORIZED
      }
      const { answer, act } = await change(trx, series)
      if (series.createdBy !== caller.userId) {
        await recordAct(trx, actorOf({ caller, request }, now()), act)
      }
      return answer
    })
  }
}

/**
 * The series, locked until the end of the transaction; null where the asker may not change it.
 *
 * @throws {ApiError} where there is none
 */
export async function lockSeries(
  trx: Db,
  { seriesId, asker }: { seriesId: number; asker: Asker },
): Promise<ChangedSeries | null> {
  const series = await trx
    .selectFrom('event_series')
    .select(['id', 'name', 'created_by as createdBy'])
    .where('id', '=', seriesId)
    .$if(!asker.isAdmin, (query) => query.where('created_by', '=', asker.userId))
    .forUpdate()
    .executeTakeFirst()
  if (series !== undefined) {
    return series
  }
  const any = await trx
    .selectFrom('event_series')
    .select('id')
    .where('id', '=', seriesId)
    .executeTakeFirst()
  if (any === undefined) {
    throw noSuchSeries()
  }
  return null
}

async function checkRoom(trx: Db, seriesId: number): Promise<void> {
  const { number } = await trx
    .selectFrom('events')
    .select(({ fn }) => fn.countAll<number>().as('number'))
    .where('series_id', '=', seriesId)
    .executeTakeFirstOrThrow()
  if (number >= MAX_SERIES_EVENTS) {
    throw new ApiError('conflict', `A series takes up to ${MAX_SERIES_EVENTS} events.`)
  }
}

function hasChanged(): ApiError {
  return new ApiError(
    'conflict',
    'The events of this series have changed meanwhile. Please look at them again.',
  )
}
