/** A streamer allows or forbids a show to pause their channel's overlay. */
import { allowShow } from '@rollcall/contract/show'
import { ApiError } from '../../../edge/api-error.ts'
import type { AppContext } from '../../../edge/app-context.ts'
import type { Serve } from '../../../edge/serve-endpoint.ts'
import { announce } from '../../../platform/changes/change-feed.ts'

export function serveAllowShow(serve: Serve, { changes }: AppContext): void {
  serve(allowShow, ({ caller: { userId }, params, body: { isAllowed } }) =>
    changes.transaction(async (trx) => {
      const changed = await trx
        .updateTable('event_participants')
        .set({ allows_pause: isAllowed })
        .where('event_id', '=', params.id)
        .where('user_id', '=', userId)
        .returning('event_id')
        .executeTakeFirst()
      if (changed === undefined) {
        throw new ApiError('not_in_event')
      }
      announce(trx, [`event:${params.id}/details`, `pause:${userId}`])
      return { isAllowed }
    }),
  )
}
