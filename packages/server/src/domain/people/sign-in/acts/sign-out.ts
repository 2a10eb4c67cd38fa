import { signOut } from '@rollcall/contract/auth'
import type { AppContext } from '../../../../edge/app-context.ts'
import type { Serve } from '../../../../edge/serve-endpoint.ts'
import { endSession } from '../sessions.ts'

export function serveSignOut(serve: Serve, { changes, now }: AppContext): void {
  serve(signOut, async ({ caller }) => {
    await changes.transaction((trx) => endSession(trx, caller.sessionId, now()))
    return { status: 'success' as const }
  })
}
