import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../app-context.ts'
import type { Serve } from '../../http/serve-endpoint.ts'
import type { RacerBoards } from '../boards/racers.ts'
import { turnsOf } from '../events/turns.ts'
import { cacheStandings } from './boards.ts'
import { serveChannelOverlays } from './channel-overlay.ts'
import { serveConcerningShows } from './concerning.ts'
import { serveControlRoom } from './control-routes.ts'
import { openSteps } from './steps.ts'
import { cacheTokens } from './tokens.ts'
import { serveViewers } from './viewer-routes.ts'
import { cacheSeenShows, type Shows } from './views.ts'

/** Whole boards that are in memory at once, until they are stored. */
const AT_ONCE = 1

export function serveShows(
  serve: Serve,
  app: FastifyInstance,
  context: AppContext,
  racerBoards: RacerBoards,
): Shows {
  const shows = { ...cacheSeenShows(context), holderOf: cacheTokens(context) }
  const steps = openSteps(context)
  steps.start(app)
  const takeTurns = turnsOf(AT_ONCE)
  const standings = cacheStandings(context, takeTurns)
  serveControlRoom(serve, context, { standings, takeTurns, steps })
  serveViewers(serve, context, { ...shows, standings })
  serveChannelOverlays(serve, context, { holderOf: shows.holderOf, racerBoards })
  serveConcerningShows(serve, context)
  return shows
}
