import { rejoinEventSeries } from '@rollcall/contract/events-participation'
import { sql } from 'kysely'
import { ApiError } from '../../../edge/api-error.ts'
import type { AppContext } from '../../../edge/app-context.ts'
import type { Serve } from '../../../edge/serve-endpoint.ts'
import { rejoinEvents } from '../participation.ts'

/** A participant who left a series comes back, also into its events that have not ended. */
export function serveRejoinSeries(serve: Serve, { changes, now }: AppContext): void {
  serve(rejoinEventSeries, ({ caller: { userId }, params }) =>
    changes.transaction(async (trx) => {
      const { numDeletedRows } = await trx
        .deleteFrom('left_series')
        .where('user_id', '=', userId)
        .where('series_id', '=', params.id)
        .executeTakeFirstOrThrow()
      if (numDeletedRows === 0n) {
        throw new ApiError('series_not_left')
      }
      const events = sql<boolean>`event.series_id = ${params.id}`
      await rejoinEvents(trx, { userId, events, now: now() })
      return { status: 'success' as const }
    }),
  )
}
