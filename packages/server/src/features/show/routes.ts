import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../app-context.ts'
import type { Serve } from '../../http/serve-endpoint.ts'
import { turnsOf } from '../events/turns.ts'
import type { Rankings } from '../uploads/ranked-racers.ts'
import { cacheStandings } from './boards.ts'
import { serveChannelOverlays } from './channel-overlay.ts'
import { serveConcerningShows } from './concerning.ts'
import { serveControlRoom } from './control-routes.ts'
import { cacheTokens } from './tokens.ts'
import { serveViewers } from './viewer-routes.ts'
import { cacheSeenShows, type Shows } from './views.ts'

/** The public page of an event that its organiser lists; others are marked for search engines not to. */
const PUBLIC_PAGE = /^\/e\/([\w-]{22})(?:[/?]|$)/

/** Whole boards that are in memory at once, until they are stored. */
const AT_ONCE = 1

export function serveShows(
  serve: Serve,
  app: FastifyInstance,
  context: AppContext,
  rankings: Rankings,
): Shows {
  const shows = { seen: cacheSeenShows(context), holderOf: cacheTokens(context) }
  const takeTurns = turnsOf(AT_ONCE)
  const standings = cacheStandings(context, takeTurns)
  serveControlRoom(serve, context, { standings, takeTurns })
  serveViewers(serve, context, { ...shows, standings })
  serveChannelOverlays(serve, context, { holderOf: shows.holderOf, rankings })
  serveConcerningShows(serve, context)
  app.addHook('onSend', async ({ url }, reply) => {
    const [, token] = PUBLIC_PAGE.exec(url) ?? []
    // Where the database does not answer, it is not known to be.
    if (token !== undefined && (await isListed(shows, token).catch(() => false))) {
      reply.removeHeader('x-robots-tag')
    }
  })
  return shows
}

async function isListed({ seen, holderOf }: Shows, token: string): Promise<boolean> {
  const holder = await holderOf(token)
  const settings = holder?.kind === 'public' ? (await seen(holder.eventId))?.show.settings : null
  return settings?.isPublic === true && settings.isListed
}
