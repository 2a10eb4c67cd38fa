import { postNight } from '@rollcall/contract/sharing'
import { ApiError } from '../../../edge/api-error.ts'
import type { AppContext } from '../../../edge/app-context.ts'
import type { Serve } from '../../../edge/serve-endpoint.ts'
import { announce } from '../../../platform/changes/change-feed.ts'
import type { DueJobs } from '../../../platform/database/due-jobs.ts'
import { isUnderWay } from '../discord-panel.ts'
import { findNightPanel, findNightPost, findNightWebhook, findOwnNight } from '../night-panel.ts'

/** Queues a post with what happened in a night unless one is in the queue already. */
export function servePostNight(serve: Serve, context: AppContext, jobs: DueJobs): void {
  const { changes, now } = context

  serve(postNight, async ({ caller, params, body }) => {
    const night = await findOwnNight(context, params, caller)
    const { channel, day } = night
    await changes.transaction(async (trx) => {
      await trx
        .selectFrom('channels')
        .select('id')
        .where('id', '=', channel.id)
        .forUpdate()
        .execute()
      const last = await findNightPost(trx, night)
      // A repeated press, or a press on a page that has not yet heard of the other post.
      if ((last?.id ?? null) !== body.after || isUnderWay(last)) {
        return
      }
      const webhook = await findNightWebhook(trx, channel.id)
      if (webhook === null) {
        throw new ApiError('webhook_missing')
      }
      if (!(await findNightPanel({ ...context, db: trx }, night)).isPublic) {
        throw new ApiError('day_held', { day })
      }
      await trx
        .insertInto('discord_posts')
        .values({
          ...{ channel_id: channel.id, day, address: webhook.address },
          ...{ state: 'waiting', reason: null, asked_at: now(), due_at: now() },
        })
        .execute()
      announce(trx, [`nights:${channel.id}`])
    })
    jobs.look()
    return findNightPanel(context, night)
  })
}
