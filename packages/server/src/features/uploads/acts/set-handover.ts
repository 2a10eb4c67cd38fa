import { setHandover } from '@rollcall/contract/uploads-mine'
import type { AppContext } from '../../../app-context.ts'
import { ApiError } from '../../../http/api-error.ts'
import type { Serve } from '../../../http/serve-endpoint.ts'
import { findChannelId } from '../../auth/users.ts'
import { findHandover } from '../../standings/season-totals.ts'
import { keepNames } from '../deleted-names.ts'
import { handOver, switchBack } from '../handover.ts'
import type { UploadQueues } from '../upload-queues.ts'

/** From now on, the streamer's channel counts its games one by one, or its snapshots again. */
export function serveSetHandover(
  serve: Serve,
  { changes, now }: AppContext,
  queues: UploadQueues,
): void {
  serve(setHandover, async ({ body: { isOn }, caller: { userId }, request }) => {
    await request.countFor('uploads')
    return queues.inOwnTurn(userId, () =>
      changes.transaction(async (trx) => {
        await keepNames(trx)
        const channelId = await findChannelId(trx, userId)
        if (channelId === null) {
          throw new ApiError('no_channel_yet')
        }
        await (isOn ? handOver(trx, { userId, at: now() }) : switchBack(trx, { userId }))
        const handedOverAt = await findHandover(trx, channelId)
        return { handedOverAt: handedOverAt?.toISOString() ?? null }
      }),
    )
  })
}
