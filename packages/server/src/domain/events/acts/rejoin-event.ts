import { rejoinEvent } from '@rollcall/contract/events-participation'
import { sql } from 'kysely'
import { ApiError } from '../../../edge/api-error.ts'
import type { AppContext } from '../../../edge/app-context.ts'
import type { Serve } from '../../../edge/serve-endpoint.ts'
import { rejoinEvents } from '../participation.ts'

/** A participant who left comes back. */
export function serveRejoinEvent(serve: Serve, { changes, now }: AppContext): void {
  serve(rejoinEvent, ({ caller: { userId }, params }) =>
    changes.transaction(async (trx) => {
      const which = { userId, events: sql<boolean>`event.id = ${params.id}` }
      if ((await rejoinEvents(trx, { ...which, now: now() })) === 0) {
        throw new ApiError('event_not_left')
      }
      return { status: 'success' as const }
    }),
  )
}
