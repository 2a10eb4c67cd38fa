/** Events and series that their creators and admins change, locked until the end of the transaction. */
import type { Db } from '../../database/schema.ts'
import type { ApiError } from '../../http/api-error.ts'
import type { Asker } from './queries.ts'
import { noSuchEvent, noSuchSeries } from './refusals.ts'

interface Locked {
  id: number
  name: string
  createdBy: number
  /** Of the creator. */
  username: string
}

/**
 * To `change` it, uploads for the event go on; to `delete` it, they wait too.
 *
 * @returns null where the asker may not
 * @throws {ApiError} where there is no such event
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
  return event ?? nullIfThere(trx, 'events', { id: eventId, absent: noSuchEvent })
}

/**
 * @returns null where the asker may not change the series
 * @throws {ApiError} where there is no such series
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
  return series ?? nullIfThere(trx, 'event_series', { id: seriesId, absent: noSuchSeries })
}

async function nullIfThere(
  trx: Db,
  table: 'events' | 'event_series',
  { id, absent }: { id: number; absent: () => ApiError },
): Promise<null> {
  const any = await trx.selectFrom(table).select('id').where('id', '=', id).executeTakeFirst()
  if (any === undefined) {
    throw absent()
  }
  return null
}
