import { endOtherSessions } from '@rollcall/contract/account'
import { endSession, listOwnSessions } from '../../../domain/people/sign-in/sessions.ts'
import type { AppContext } from '../../../edge/app-context.ts'
import type { Serve } from '../../../edge/serve-endpoint.ts'

/** Only the caller's session of this call goes on. */
export function serveEndOtherSessions(serve: Serve, { changes, now }: AppContext): void {
  serve(endOtherSessions, ({ caller: { userId, sessionId } }) =>
    changes.transaction(async (trx) => {
      for (const { id } of await listOwnSessions(trx, { userId, now: now() })) {
        if (id !== sessionId) {
          await endSession(trx, id, now())
        }
      }
      return { status: 'success' as const }
    }),
  )
}
