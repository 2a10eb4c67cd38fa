import { MAX_RACER_NAME_LENGTH } from '@rollcall/contract/endpoint'
import { getShareCard } from '@rollcall/contract/sharing'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { AppContext } from '../../app-context.ts'
import { isStorable } from '../../http/input-rules.ts'
import type { Serve } from '../../http/serve-endpoint.ts'
import { noSuchAddress } from '../show/tokens.ts'
import { findPublicShow } from '../show/viewer-routes.ts'
import type { Shows } from '../show/views.ts'
import type { Card } from './card.ts'
import { cardOf } from './card-of-show.ts'
import { DiscordQueue } from './discord-queue.ts'
import { serveDiscord } from './discord-routes.ts'
import { tagsOf } from './page-tags.ts'
import { openPictures, versionOf } from './pictures.ts'

export interface Sharing {
  /** For the head of a public event's page; null for every other address. */
  headOf: (request: FastifyRequest) => Promise<string | null>
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
  const queue = new DiscordQueue(context, shows, pictures)
  queue.start(app)
  serveDiscord(serve, context, queue)

  serve(getShareCard, async ({ params, query, request, reply }) => {
    reply.header('x-robots-tag', 'noindex')
    const card = await findCard(params.token, query.racer)
    if (card === null) {
      throw noSuchAddress()
    }
    const version = versionOf(card)
    const etag = `"${version}"`
    reply.headers({ etag, 'cache-control': 'no-cache' })
    if (request.headers['if-none-match'] === etag) {
      return reply.code(304).send()
    }
    const png = await pictures(card)
    return reply.type('image/png').send(Buffer.from(png.buffer))
  })

  async function findCard(token: string, racer: string | undefined): Promise<Card | null> {
    const seen = await findPublicShow(shows, token)
    return seen && cardOf(context, seen, racer)
  }

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
        const card = await findCard(token, isName ? racer : undefined)
        return card && tagsOf(card, { config, token, version: versionOf(card) })
      } catch {
        // Asked for too often, or the database does not answer: the page comes all the same.
        return null
      }
    },
  }
}
