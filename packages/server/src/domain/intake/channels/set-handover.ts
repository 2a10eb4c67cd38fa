import { setHandover } from '@rollcall/contract/uploads-mine'
import { ApiError } from '../../../edge/api-error.ts'
import type { AppContext } from '../../../edge/app-context.ts'
import type { Serve } from '../../../edge/serve-endpoint.ts'
import { findChannelId } from '../../people/sign-in/users.ts'
import { findHandover } from '../../standings/season-totals.ts'
import { shareNamesLock } from '../names/deleted-names.ts'
import type { UploadQueues } from '../upload-queues.ts'
import { handOver, switchBack } from './handover.ts'

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
        await shareNamesLock(trx)
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
