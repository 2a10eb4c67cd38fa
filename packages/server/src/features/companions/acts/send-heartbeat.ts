import { sendHeartbeat } from '@rollcall/contract/companions'
import type { AppContext } from '../../../app-context.ts'
import { announce } from '../../../changes/change-feed.ts'
import type { Serve } from '../../../http/serve-endpoint.ts'
import { getSettingsForCompanion } from '../../../settings.ts'
import type { RacerBoards } from '../../boards/racers.ts'
import { countUnanswered } from '../../events/seals.ts'
import { proveKey } from '../../uploads/channel-proof.ts'
import { listRunningEvents, sumToday } from '../companions.ts'

/** A companion reports its state, and gets what its own page shows to the streamer. */
export function serveSendHeartbeat(
  serve: Serve,
  context: AppContext,
  racerBoards: RacerBoards,
): void {
  const { changes, db, now } = context

  serve(sendHeartbeat, async ({ body, request }) => {
    const { uploadKey, version, isFolderFound, newestFileAt, outboxCount } = body
    const { uploader, companionId } = await proveKey(context, request, uploadKey)
    const { userId, username } = uploader
    if (companionId !== null) {
      await changes.transaction(async (trx) => {
        await trx
          .updateTable('companions')
          .set({
            version,
            last_seen_at: now(),
            is_folder_found: isFolderFound,
            newest_file_at: newestFileAt === null ? null : new Date(newestFileAt),
            outbox_count: outboxCount,
          })
          .where('id', '=', companionId)
          .execute()
        await announce(trx, [`companions:${userId}`])
      })
    }
    const { season } = await getSettingsForCompanion(db, now())
    return {
      username,
      channel: username,
      season,
      runningEvents: await listRunningEvents(db, { userId, now: now() }),
      unansweredSeals: await countUnanswered(db, { userId, now: now() }),
      today: await sumToday({ db, racerBoards }, { userId, now: now() }),
    }
  })
}
