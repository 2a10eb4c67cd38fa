import { noteVisit as noteVisitCall } from '@rollcall/contract/account'
import { noteVisit } from '../../../domain/people/visits.ts'
import type { AppContext } from '../../../edge/app-context.ts'
import type { Serve } from '../../../edge/serve-endpoint.ts'

export function serveNoteVisit(serve: Serve, { db, now }: AppContext): void {
  serve(noteVisitCall, async ({ caller: { userId } }) => {
    await noteVisit(db, { userId, now: now() })
    return { status: 'success' as const }
  })
}
