import { disconnectCompanion } from '@rollcall/contract/companions'
import { ApiError } from '../../../edge/api-error.ts'
import type { AppContext } from '../../../edge/app-context.ts'
import type { Serve } from '../../../edge/serve-endpoint.ts'
import { announce } from '../../../platform/changes/change-feed.ts'

/** The companion's key can no longer upload. Disconnecting twice changes nothing. */
export function serveDisconnectCompanion(serve: Serve, { changes, now }: AppContext): void {
  serve(disconnectCompanion, ({ params, caller: { userId } }) =>
    changes.transaction(async (trx) => {
      const companion = await trx
        .updateTable('companions')
        .set(({ fn, val }) => ({ disconnected_at: fn.coalesce('disconnected_at', val(now())) }))
        .where('id', '=', params.id)
        .where('user_id', '=', userId)
        .returning('id')
        .executeTakeFirst()
      if (companion === undefined) {
        throw new ApiError('no_such_companion')
      }
      announce(trx, [`companions:${userId}`])
      return { status: 'success' as const }
    }),
  )
}
