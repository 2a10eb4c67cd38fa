/** A streamer makes an address for the channel's overlay; the one before leads nowhere from then on. */
import { makeOwnOverlay } from '@rollcall/contract/show'
import type { AppContext } from '../../../app-context.ts'
import { announce } from '../../../changes/change-feed.ts'
import { ApiError } from '../../../http/api-error.ts'
import type { Serve } from '../../../http/serve-endpoint.ts'
import { findChannelOfStreamer, findOverlayToken } from '../channel-overlay.ts'
import { makeToken, topicOf } from '../tokens.ts'

export function serveMakeOwnOverlay(serve: Serve, { changes }: AppContext): void {
  serve(makeOwnOverlay, ({ caller: { userId } }) =>
    changes.transaction(async (trx) => {
      if ((await findChannelOfStreamer(trx, userId)) === null) {
        throw new ApiError('not_found', 'Upload results of your channel first.')
      }
      const old = await findOverlayToken(trx, userId)
      const token = makeToken()
      await trx
        .insertInto('channel_overlays')
        .values({ user_id: userId, token })
        .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ token }))
        .execute()
      await announce(trx, [token, ...(old === null ? [] : [old])].map(topicOf))
      return { token }
    }),
  )
}
