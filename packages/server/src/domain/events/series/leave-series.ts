import { leaveEventSeries } from '@rollcall/contract/events-participation'
import { sql } from 'kysely'
import { ApiError } from '../../../edge/api-error.ts'
import type { AppContext } from '../../../edge/app-context.ts'
import type { Serve } from '../../../edge/serve-endpoint.ts'
import { endEntries } from '../league/entering/entrants.ts'
import { leaveEvents, takesPart } from '../participation.ts'

/** A participant leaves all events of a series that have not ended, and all events that will be added. */
export function serveLeaveSeries(serve: Serve, { changes, now }: AppContext): void {
  serve(leaveEventSeries, ({ caller: { userId }, params }) =>
    changes.transaction(async (trx) => {
      const which = { userId, events: sql<boolean>`event.series_id = ${params.id}` }
      if ((await leaveEvents(trx, { ...which, now: now(), hasLeft: true })) === 0) {
        throw (await takesPart(trx, which))
          ? new ApiError('series_has_ended')
          : new ApiError('not_in_series')
      }
      await trx
        .insertInto('left_series')
        .values({ user_id: userId, series_id: params.id })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
      await endEntries(trx, { userId, now: now(), which: isStreamerIn(params.id) })
      return { status: 'success' as const }
    }),
  )
}

const isStreamerIn = (seriesId: number) =>
  sql<boolean>`(entry.series_id = ${seriesId} and entry.kind = 'streamer')`
