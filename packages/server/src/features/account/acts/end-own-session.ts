import { endOwnSession } from '@rollcall/contract/account'
import type { AppContext } from '../../../app-context.ts'
import { ApiError } from '../../../http/api-error.ts'
import type { Serve } from '../../../http/serve-endpoint.ts'
import { endSession, listOwnSessions } from '../../auth/sessions.ts'

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
