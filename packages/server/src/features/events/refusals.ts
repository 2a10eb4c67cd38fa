/** How calls about events are refused. */
import { MAX_SERIES_EVENTS, type Unauthorized } from '@rollcall/contract/events'
import type { Db } from '../../database/schema.ts'
import { ApiError } from '../../http/api-error.ts'

/** An answer with status 200 and no error, since the API promises that: the page leads to /unauthorized by it. */
export const UNAUTHORIZED: Unauthorized = { unauthorized: true }

export function noSuchEvent(): ApiError {
  return new ApiError('not_found', 'There is no such event. It may have been deleted.')
}

export function noSuchSeries(): ApiError {
  return new ApiError('not_found', 'There is no such series. It may have been deleted.')
}

/** In a transaction that has locked the series: refuses one event more than it may have. */
export async function refuseFullSeries(trx: Db, seriesId: number): Promise<void> {
  const { number } = await trx
    .selectFrom('events')
    .select(({ fn }) => fn.countAll<number>().as('number'))
    .where('series_id', '=', seriesId)
    .executeTakeFirstOrThrow()
  if (number >= MAX_SERIES_EVENTS) {
    throw new ApiError('conflict', `A series takes up to ${MAX_SERIES_EVENTS} events.`)
  }
}
