import { postToDiscord } from '@rollcall/contract/sharing'
import type { AppContext } from '../../../app-context.ts'
import { actorOf, recordUnlessOwner } from '../../../audit-log.ts'
import { announce } from '../../../changes/change-feed.ts'
import type { DueJobs } from '../../../database/due-jobs.ts'
import { ApiError } from '../../../http/api-error.ts'
import type { Serve } from '../../../http/serve-endpoint.ts'
import { lockManaged } from '../../show/stored-show.ts'
import { findPanel, findPost, findWebhook, isFinalForViewers } from '../discord-panel.ts'

/** Queues a post with an event's results unless one of the event's posts is already in the queue. */
export function servePostToDiscord(serve: Serve, context: AppContext, jobs: DueJobs): void {
  const { changes, now } = context

  serve(postToDiscord, async (call) => {
    const { caller, params, body } = call
    const asked = { eventId: params.id, asker: caller }
    await changes.transaction(async (trx) => {
      const show = await lockManaged(trx, asked)
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
      await announce(trx, [`show:${params.id}/organiser`])
      await recordUnlessOwner(trx, actorOf(call, now()), {
        ownerId: show.createdBy,
        act: 'discord-post',
        summary: `Posted the results of ${show.event.name}, an event of somebody else.`,
        details: { number: String(params.id), event: show.event.name },
      })
    })
    jobs.look()
    return findPanel(context, asked)
  })
}

const isUnderWay = (post: { state: string } | null) =>
  post?.state === 'waiting' || post?.state === 'sending'
