/** A streamer makes a new address for their channel's overlay; the old one stops working. */
import { makeOwnOverlay } from '@rollcall/contract/show'
import { ApiError } from '../../../edge/api-error.ts'
import type { AppContext } from '../../../edge/app-context.ts'
import { makeToken } from '../../../edge/made-keys.ts'
import type { Serve } from '../../../edge/serve-endpoint.ts'
import { announce } from '../../../platform/changes/change-feed.ts'
import { findChannelOfStreamer, findOverlayToken } from '../channel-overlay.ts'

export function serveMakeOwnOverlay(serve: Serve, { changes }: AppContext): void {
  serve(makeOwnOverlay, ({ caller: { userId } }) =>
    changes.transaction(async (trx) => {
      if ((await findChannelOfStreamer(trx, userId)) === null) {
        throw new ApiError('channel_without_results')
      }
      const old = await findOverlayToken(trx, userId)
      const token = makeToken()
      await trx
        .insertInto('channel_overlays')
        .values({ user_id: userId, token })
        .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ token }))
        .execute()
      announce(
        trx,
        [token, ...(old === null ? [] : [old])].map((each) => `link:${each}` as const),
      )
      return { token }
    }),
  )
}
