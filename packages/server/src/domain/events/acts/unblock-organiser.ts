import { unblockOrganiser } from '@rollcall/contract/events-participation'
import type { AppContext } from '../../../edge/app-context.ts'
import type { Serve } from '../../../edge/serve-endpoint.ts'

/** The organiser can add the user again. */
export function serveUnblockOrganiser(serve: Serve, { db }: AppContext): void {
  serve(unblockOrganiser, async ({ caller, params }) => {
    await db
      .deleteFrom('organiser_blocks')
      .where('user_id', '=', caller.userId)
      .where('organiser_id', '=', params.id)
      .execute()
    return { status: 'success' as const }
  })
}
