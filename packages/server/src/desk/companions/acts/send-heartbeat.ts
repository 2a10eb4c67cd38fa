import { sendHeartbeat } from '@rollcall/contract/companions'
import type { RacerBoards } from '../../../domain/boards/racers.ts'
import { countUnanswered } from '../../../domain/events/seals/seals.ts'
import { proveKey } from '../../../domain/intake/channels/channel-proof.ts'
import { getSettingsForCompanion } from '../../../domain/site/settings.ts'
import type { AppContext } from '../../../edge/app-context.ts'
import type { Serve } from '../../../edge/serve-endpoint.ts'
import { announce } from '../../../platform/changes/change-feed.ts'
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
        announce(trx, [`companions:${userId}`])
      })
    }
    const { season } = await getSettingsForCompanion(db, {
      now: now(),
      isCompanion: async () => true,
    })
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
