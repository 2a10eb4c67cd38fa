/** Pictures of public events, and the tags in the head of their pages. */
import { MAX_RACER_NAME_LENGTH } from '@rollcall/contract/endpoint'
import { getShareCard } from '@rollcall/contract/sharing'
import type { AppContext } from '../../app-context.ts'
import { ApiError } from '../../http/api-error.ts'
import { isStorable } from '../../http/input-rules.ts'
import type { Serve } from '../../http/serve-endpoint.ts'
import { findPublicShow } from '../show/token-routes.ts'
import type { Shows } from '../show/views.ts'
import { makeCard } from './make-card.ts'
import { type MakeHead, makeTags } from './page-tags.ts'
import { cardVersion, type PictureQueues } from './pictures.ts'
import { sendCard } from './send-card.ts'

/** Anything may arrive as an address, even text that is not a URL. */
const PUBLIC_PAGE = /^\/e\/([\w-]{22})\/?(?:\?|$)/

export function serveEventCards(
  serve: Serve,
  context: AppContext,
  { shows, pictures }: { shows: Shows; pictures: PictureQueues },
): MakeHead {
  const { config } = context

  serve(getShareCard, async ({ params, query, request, reply }) => {
    const shown = await findPublicShow(shows, params.token)
    if (shown === null) {
      throw new ApiError('no_such_link')
    }
    const draw = pictures.inTurn(`event ${shown.show.event.id}`)
    return sendCard(await makeCard(context, shown, query.racer), { request, reply, draw })
  })

  return async (request) => {
    const [address, token] = PUBLIC_PAGE.exec(request.url) ?? []
    if (address === undefined || token === undefined) {
      return null
    }
    const racer = new URLSearchParams(request.url.slice(address.length)).get('racer') ?? ''
    const isName = racer !== '' && racer.length <= MAX_RACER_NAME_LENGTH && isStorable(racer)
    if (isName) {
      await request.countFor('pictures')
    }
    const shown = await findPublicShow(shows, token)
    if (shown === null) {
      return null
    }
    const card = await makeCard(context, shown, isName ? racer : undefined)
    const own = card.kind === 'racer' ? `racer=${encodeURIComponent(card.racer.key)}` : ''
    return {
      tags: makeTags(card, {
        config,
        page: `/e/${token}${own && `?${own}`}`,
        picture: `/e/${token}/card.png?v=${cardVersion(card)}${own && `&${own}`}`,
      }),
      isListed: shown.show.settings.isListed,
    }
  }
}
