/** Locks events and series for changes by their creators and admins, until the end of the transaction. */
import type { Db } from '../../database/schema.ts'
import { ApiError } from '../../http/api-error.ts'
import type { Asker } from './queries.ts'

interface Locked {
  id: number
  name: string
  createdBy: number
  /** The creator's. */
  username: string
}

/**
 * With `change`, uploads for the event go on; with `delete`, they wait.
 *
 * @returns null if the asker may not change the event
 * @throws {ApiError} if there is no such event
 */
export async function lockEvent(
  trx: Db,
  { eventId, asker, to }: { eventId: number; asker: Asker; to: 'change' | 'delete' },
): Promise<Locked | null> {
  const event = await trx
    .selectFrom('events as event')
    .innerJoin('users as creator', 'creator.id', 'event.created_by')
    .select(['event.id', 'event.name', 'event.created_by as createdBy', 'creator.username'])
    .where('event.id', '=', eventId)
    .$if(!asker.isAdmin, (query) => query.where('event.created_by', '=', asker.userId))
    .$if(to === 'change', (query) => query.forNoKeyUpdate('event'))
    .$if(to === 'delete', (query) => query.forUpdate('event'))
    .executeTakeFirst()
  return event ?? nullIfThere(trx, 'events', { id: eventId, absent: 'no_such_event' })
}

/**
 * @returns null if the asker may not change the series
 * @throws {ApiError} if there is no such series
 */
export async function lockSeries(
  trx: Db,
  { seriesId, asker }: { seriesId: number; asker: Asker },
): Promise<Locked | null> {
  const series = await trx
    .selectFrom('event_series as series')
    .innerJoin('users as creator', 'creator.id', 'series.created_by')
    .select(['series.id', 'series.name', 'series.created_by as createdBy', 'creator.username'])
    .where('series.id', '=', seriesId)
    .$if(!asker.isAdmin, (query) => query.where('series.created_by', '=', asker.userId))
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
