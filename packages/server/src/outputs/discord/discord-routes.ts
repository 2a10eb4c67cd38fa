import { getDiscordPanel, getNightPanel } from '@rollcall/contract/sharing'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../edge/app-context.ts'
import type { Serve } from '../../edge/serve-endpoint.ts'
import { servePostNight } from './acts/post-night.ts'
import { servePostToDiscord } from './acts/post-to-discord.ts'
import { serveSetDiscordWebhook } from './acts/set-discord-webhook.ts'
import { serveSetNightWebhook } from './acts/set-night-webhook.ts'
import { findPanel } from './discord-panel.ts'
import { DiscordQueue, type PostMakers } from './discord-queue.ts'
import { findNightPanel, findOwnNight } from './night-panel.ts'

export function serveDiscord(
  serve: Serve,
  app: FastifyInstance,
  context: AppContext,
  makers: PostMakers,
): void {
  const { jobs } = new DiscordQueue(context, makers)
  jobs.start(app)

  serve(getDiscordPanel, ({ caller, params }) => {
    jobs.look()
    return findPanel(context, { eventId: params.id, viewer: caller })
  })

  serve(getNightPanel, async ({ caller, params }) => {
    jobs.look()
    return findNightPanel(context, await findOwnNight(context, params, caller))
  })

  serveSetDiscordWebhook(serve, context)
  serveSetNightWebhook(serve, context)
  servePostNight(serve, context, jobs)
  servePostToDiscord(serve, context, jobs)
}
