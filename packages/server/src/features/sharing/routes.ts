import { getDiscordPanel } from '@rollcall/contract/sharing'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../app-context.ts'
import type { Serve } from '../../http/serve-endpoint.ts'
import type { RacerBoards } from '../boards/racers.ts'
import type { SeasonBoards } from '../boards/season.ts'
import type { Shows } from '../show/views.ts'
import { servePostToDiscord } from './acts/post-to-discord.ts'
import { serveSetDiscordWebhook } from './acts/set-discord-webhook.ts'
import { serveChannelCards } from './channel-cards.ts'
import { findPanel } from './discord-panel.ts'
import { DiscordQueue } from './discord-queue.ts'
import { serveEventCards } from './event-cards.ts'
import { serveEventListCard } from './event-list-cards.ts'
import { serveGameCards } from './game-cards.ts'
import type { MakeHead } from './page-tags.ts'
import { openPictures } from './pictures.ts'
import { serveRacerCards } from './racer-cards.ts'
import { serveSeasonCards } from './season-cards.ts'

export interface Sharing {
  makeHead: MakeHead
}

export function serveSharing(
  serve: Serve,
  app: FastifyInstance,
  context: AppContext,
  {
    shows,
    racerBoards,
    seasonBoards,
  }: { shows: Shows; racerBoards: RacerBoards; seasonBoards: SeasonBoards },
): Sharing {
  const pictures = openPictures(context)
  const { jobs } = new DiscordQueue(context, shows, pictures.forPosts)
  jobs.start(app)

  serve(getDiscordPanel, ({ caller, params }) => {
    jobs.look()
    return findPanel(context, { eventId: params.id, asker: caller })
  })

  serveSetDiscordWebhook(serve, context)
  servePostToDiscord(serve, context, jobs)
  const heads = [
    serveEventCards(serve, context, { shows, pictures }),
    serveGameCards(serve, context, pictures),
    serveRacerCards(serve, { ...context, racerBoards }, pictures),
    serveChannelCards(serve, context, { racerBoards, pictures }),
    serveSeasonCards(serve, context, { seasonBoards, pictures }),
    serveEventListCard(serve, context, pictures),
  ]
  return {
    async makeHead(request) {
      try {
        for (const makeHead of heads) {
          const head = await makeHead(request)
          if (head !== null) {
            return head
          }
        }
      } catch {
        // Too many requests, or the database does not answer: we send the page without tags.
      }
      return null
    },
  }
}
