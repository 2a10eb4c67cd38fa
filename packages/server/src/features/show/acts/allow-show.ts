/** A streamer allows or forbids a show to pause their channel's overlay. */
import { allowShow } from '@rollcall/contract/show'
import type { AppContext } from '../../../app-context.ts'
import { announce } from '../../../changes/change-feed.ts'
import { ApiError } from '../../../http/api-error.ts'
import type { Serve } from '../../../http/serve-endpoint.ts'

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
      await announce(trx, [`event:${params.id}/details`, `pause:${userId}`])
      return { isAllowed }
    }),
  )
}
