import { getDiscordPanel, getNightPanel } from '@rollcall/contract/sharing'
import type { FastifyInstance } from 'fastify'
import type { LeagueTables } from '../../domain/events/league/kept-tables.ts'
import type { AppContext } from '../../edge/app-context.ts'
import type { Serve } from '../../edge/serve-endpoint.ts'
import { everyMinute } from '../../platform/database/every-minute.ts'
import { servePostNight } from './acts/post-night.ts'
import { servePostToDiscord } from './acts/post-to-discord.ts'
import { serveSetDiscordWebhook } from './acts/set-discord-webhook.ts'
import { serveSetNightWebhook } from './acts/set-night-webhook.ts'
import { serveSetRoundMessages } from './acts/set-round-messages.ts'
import { findPanel } from './discord-panel.ts'
import { DiscordQueue, type PostMakers } from './discord-queue.ts'
import { findNightPanel, findOwnNight } from './night-panel.ts'
import { RoundMessages } from './round-messages.ts'

export function serveDiscord(
  serve: Serve,
  app: FastifyInstance,
  context: AppContext,
  { tables, ...makers }: PostMakers & { tables: LeagueTables },
): void {
  const { jobs } = new DiscordQueue(context, makers)
  jobs.start(app)
  const messages = new RoundMessages(context, tables)
  messages.jobs.start(app)
  everyMinute(app, {
    work: () => messages.addMissing(),
    failure: 'New rounds have no messages in Discord yet',
    warn: context.warn,
  })

  serve(getDiscordPanel, ({ caller, params }) => {
    jobs.look()
    return findPanel(context, { eventId: params.id, viewer: caller })
  })

  serve(getNightPanel, async ({ caller, params }) => {
    jobs.look()
    return findNightPanel(context, await findOwnNight(context, params, caller))
  })

  serveSetDiscordWebhook(serve, context)
  serveSetRoundMessages(serve, context, messages)
  serveSetNightWebhook(serve, context)
  servePostNight(serve, context, jobs)
  servePostToDiscord(serve, context, jobs)
}
