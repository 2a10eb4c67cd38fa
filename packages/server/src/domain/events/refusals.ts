/** Refusals of calls about events. */
import { MAX_SERIES_EVENTS, type Unauthorized } from '@rollcall/contract/events'
import { ApiError } from '../../edge/api-error.ts'
import type { Db } from '../../platform/database/schema.ts'

/** The API promises this answer with status 200 instead of an error. The page then goes to /unauthorized. */
export const UNAUTHORIZED: Unauthorized = { unauthorized: true }

/** Refuses to add an event to a full series. Needs a transaction that has locked the series. */
export async function refuseFullSeries(trx: Db, seriesId: number): Promise<void> {
  const { number } = await trx
    .selectFrom('events')
    .select(({ fn }) => fn.countAll<number>().as('number'))
    .where('series_id', '=', seriesId)
    .executeTakeFirstOrThrow()
  if (number >= MAX_SERIES_EVENTS) {
    throw new ApiError('series_full', { most: MAX_SERIES_EVENTS })
  }
}
