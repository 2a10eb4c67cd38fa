import { postToDiscord } from '@rollcall/contract/sharing'
import { lockShowFor } from '../../../domain/show/stored-show.ts'
import { actorOf, recordUnlessOwner } from '../../../domain/site/audit-log.ts'
import { ApiError } from '../../../edge/api-error.ts'
import type { AppContext } from '../../../edge/app-context.ts'
import type { Serve } from '../../../edge/serve-endpoint.ts'
import { announce } from '../../../platform/changes/change-feed.ts'
import type { DueJobs } from '../../../platform/database/due-jobs.ts'
import {
  findPanel,
  findPost,
  findWebhook,
  isFinalForViewers,
  isUnderWay,
} from '../discord-panel.ts'

/** Queues a post with an event's results unless one of the event's posts is already in the queue. */
export function servePostToDiscord(serve: Serve, context: AppContext, jobs: DueJobs): void {
  const { changes, now } = context

  serve(postToDiscord, async (call) => {
    const { caller, params, body } = call
    const asked = { eventId: params.id, viewer: caller }
    await changes.transaction(async (trx) => {
      const show = await lockShowFor(trx, { ...asked, act: 'post' })
      const last = await findPost(trx, params.id)
      // A repeated press, or a press on a page that has not yet heard of the other post.
      if (show === null || (last?.id ?? null) !== body.after || isUnderWay(last)) {
        return
      }
      if (!(await isFinalForViewers(trx, params.id))) {
        throw new ApiError(show.phase === 'final' ? 'end_not_seen_yet' : 'show_not_final')
      }
      const webhook = await findWebhook(trx, params.id)
      if (webhook === null) {
        throw new ApiError('webhook_missing')
      }
      await trx
        .insertInto('discord_posts')
        .values({
          event_id: params.id,
          address: webhook.address,
          state: 'waiting',
          reason: null,
          asked_at: now(),
          due_at: now(),
        })
        .execute()
      announce(trx, [`show:${params.id}/organiser`])
      await recordUnlessOwner(trx, actorOf(call, now()), {
        ownerId: show.ownerId,
        act: 'discord-post',
        facts: { number: String(params.id), event: show.event.name },
      })
    })
    jobs.look()
    return findPanel(context, asked)
  })
}
