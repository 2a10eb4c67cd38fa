import { endOwnSession } from '@rollcall/contract/account'
import { endSession, listOwnSessions } from '../../../domain/people/sign-in/sessions.ts'
import { ApiError } from '../../../edge/api-error.ts'
import type { AppContext } from '../../../edge/app-context.ts'
import type { Serve } from '../../../edge/serve-endpoint.ts'

/** Ends the caller's session on some device; it may be this one. */
export function serveEndOwnSession(serve: Serve, { changes, now }: AppContext): void {
  serve(endOwnSession, ({ caller: { userId }, params }) =>
    changes.transaction(async (trx) => {
      const own = await listOwnSessions(trx, { userId, now: now() })
      if (!own.some(({ id }) => id === params.id)) {
        throw new ApiError('no_such_session')
      }
      await endSession(trx, params.id, now())
      return { status: 'success' as const }
    }),
  )
}
