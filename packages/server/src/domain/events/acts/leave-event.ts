import { leaveEvent } from '@rollcall/contract/events-participation'
import { sql } from 'kysely'
import { ApiError } from '../../../edge/api-error.ts'
import type { AppContext } from '../../../edge/app-context.ts'
import type { Serve } from '../../../edge/serve-endpoint.ts'
import { leaveEvents, takesPart } from '../participation.ts'

/** A participant leaves an event that has not ended; only they can decide to come back. */
export function serveLeaveEvent(serve: Serve, { changes, now }: AppContext): void {
  serve(leaveEvent, ({ caller: { userId }, params }) =>
    changes.transaction(async (trx) => {
      const which = { userId, events: sql<boolean>`event.id = ${params.id}` }
      if ((await leaveEvents(trx, { ...which, now: now(), hasLeft: true })) === 0) {
        throw (await takesPart(trx, which))
          ? new ApiError('event_has_ended')
          : new ApiError('not_in_event')
      }
      return { status: 'success' as const }
    }),
  )
}
