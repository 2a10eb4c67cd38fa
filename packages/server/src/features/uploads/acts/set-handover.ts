import { setHandover } from '@rollcall/contract/uploads-mine'
import type { AppContext } from '../../../app-context.ts'
import { ApiError } from '../../../http/api-error.ts'
import type { Serve } from '../../../http/serve-endpoint.ts'
import { findChannelId } from '../../auth/users.ts'
import { handOver, switchBack } from '../handover.ts'
import { listReceiptsOf } from '../receipts.ts'
import type { UploadPlaces } from '../upload-places.ts'

/** The streamer's channel counts games from now on, or its snapshots again. */
export function serveSetHandover(
  serve: Serve,
  { changes, now }: AppContext,
  places: UploadPlaces,
): void {
  serve(setHandover, async ({ body: { isOn }, caller: { userId }, request }) => {
    await request.countFor('uploads')
    return places.inOwnTurn(userId, () =>
      changes.transaction(async (trx) => {
        if ((await findChannelId(trx, userId)) === null) {
          throw new ApiError('not_found', 'You have no channel yet. Upload something first.')
        }
        await (isOn ? handOver(trx, { userId, at: now() }) : switchBack(trx, { userId }))
        const { channel } = await listReceiptsOf(trx, { userId, page: 1 })
        return { handedOverAt: channel?.handedOverAt ?? null }
      }),
    )
  })
}
