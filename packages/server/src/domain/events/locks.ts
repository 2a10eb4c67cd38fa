/** Locks events and series, for those who may do something to them, until the end of the transaction. */

import { ApiError } from '../../edge/api-error.ts'
import type { Db } from '../../platform/database/schema.ts'
import { eventRight } from '../rights/event.ts'
import type { Act, Viewer } from '../rights/roles.ts'
import { seriesRight } from '../rights/series.ts'

interface Locked {
  id: number
  name: string
  ownerId: number
}

/**
 * While it is edited or adjusted, or helpers are appointed, uploads for the event go on; while it is deleted, they wait.
 *
 * @returns null if the viewer may not do it
 * @throws {ApiError} if there is no such event
 */
export async function lockEvent(
  trx: Db,
  {
    eventId,
    act,
    viewer,
  }: { eventId: number; act: 'edit' | 'adjust' | 'delete' | 'appoint'; viewer: Viewer },
): Promise<Locked | null> {
  const event = await trx
    .selectFrom('events as event')
    .select(['event.id', 'event.name', 'event.created_by as ownerId'])
    .where('event.id', '=', eventId)
    .where(eventRight(act, viewer))
    .$if(act !== 'delete', (query) => query.forNoKeyUpdate('event'))
    .$if(act === 'delete', (query) => query.forUpdate('event'))
    .executeTakeFirst()
  return event ?? nullIfThere(trx, 'events', { id: eventId, absent: 'no_such_event' })
}

/**
 * @returns null if the viewer may not do it
 * @throws {ApiError} if there is no such series
 */
export async function lockSeries(
  trx: Db,
  { seriesId, act, viewer }: { seriesId: number; act: Act<'series'>; viewer: Viewer },
): Promise<Locked | null> {
  const series = await trx
    .selectFrom('event_series as series')
    .select(['series.id', 'series.name', 'series.created_by as ownerId'])
    .where('series.id', '=', seriesId)
    .where(seriesRight(act, viewer))
    .forUpdate('series')
    .executeTakeFirst()
  return series ?? nullIfThere(trx, 'event_series', { id: seriesId, absent: 'no_such_series' })
}

async function nullIfThere(
  trx: Db,
  table: 'events' | 'event_series',
  { id, absent }: { id: number; absent: 'no_such_event' | 'no_such_series' },
): Promise<null> {
  const any = await trx.selectFrom(table).select('id').where('id', '=', id).executeTakeFirst()
  if (any === undefined) {
    throw new ApiError(absent)
  }
  return null
}
