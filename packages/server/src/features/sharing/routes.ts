import { MAX_RACER_NAME_LENGTH } from '@rollcall/contract/endpoint'
import { getDiscordPanel, getShareCard } from '@rollcall/contract/sharing'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { AppContext } from '../../app-context.ts'
import { isStorable } from '../../http/input-rules.ts'
import type { Serve } from '../../http/serve-endpoint.ts'
import type { PageHead } from '../../http/static-pages.ts'
import { findPublicShow } from '../show/token-routes.ts'
import { noSuchAddress } from '../show/tokens.ts'
import type { Shows } from '../show/views.ts'
import { servePostToDiscord } from './acts/post-to-discord.ts'
import { serveSetDiscordWebhook } from './acts/set-discord-webhook.ts'
import { cardOf } from './card-of-show.ts'
import { findPanel } from './discord-panel.ts'
import { DiscordQueue } from './discord-queue.ts'
import { tagsOf } from './page-tags.ts'
import { openPictures, versionOf } from './pictures.ts'

export interface Sharing {
  /** Null for every address but that of a public event. */
  headOf: (request: FastifyRequest) => Promise<PageHead | null>
}

/** The address of any page may be asked for, also one that is no URL. */
const PUBLIC_PAGE = /^\/e\/([\w-]{22})\/?(?:\?|$)/

export function serveSharing(
  serve: Serve,
  app: FastifyInstance,
  context: AppContext,
  shows: Shows,
): Sharing {
  const { config } = context
  const pictures = openPictures(context)
  const { jobs } = new DiscordQueue(context, shows, pictures.ofPosts)
  jobs.start(app)

  serve(getDiscordPanel, ({ caller, params }) => {
    jobs.look()
    return findPanel(context, { eventId: params.id, asker: caller })
  })

  serve(getShareCard, async ({ params, query, request, reply }) => {
    reply.header('x-robots-tag', 'noindex')
    const shown = await findPublicShow(shows, params.token)
    if (shown === null) {
      throw noSuchAddress()
    }
    const card = await cardOf(context, shown, query.racer)
    const version = versionOf(card)
    const etag = `"${version}"`
    reply.headers({ etag, 'cache-control': 'no-cache' })
    if (request.headers['if-none-match'] === etag) {
      return reply.code(304).send()
    }
    const png = await pictures.ofEvent(shown.show.event.id)(card)
    return reply.type('image/png').send(Buffer.from(png.buffer))
  })

  serveSetDiscordWebhook(serve, context)
  servePostToDiscord(serve, context, jobs)

  return {
    async headOf(request) {
      const [address, token] = PUBLIC_PAGE.exec(request.url) ?? []
      if (address === undefined || token === undefined) {
        return null
      }
      const racer = new URLSearchParams(request.url.slice(address.length)).get('racer') ?? ''
      const isName = racer !== '' && racer.length <= MAX_RACER_NAME_LENGTH && isStorable(racer)
      try {
        if (isName) {
          await request.countFor('pictures')
        }
        const shown = await findPublicShow(shows, token)
        if (shown === null) {
          return null
        }
        const card = await cardOf(context, shown, isName ? racer : undefined)
        return {
          tags: tagsOf(card, { config, token, version: versionOf(card) }),
          isListed: shown.show.settings.isListed,
        }
      } catch {
        // Asked for too often, or the database does not answer: the page comes all the same.
        return null
      }
    },
  }
}
