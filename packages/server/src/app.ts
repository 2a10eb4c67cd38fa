/** The whole server on one screen. The lines are in the order in which they handle a request. */
import { maxHeaderSize } from 'node:http'
import compress from '@fastify/compress'
import etag from '@fastify/etag'
import multipart from '@fastify/multipart'
import Fastify, { type FastifyInstance, type FastifyServerOptions } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import type { AppContext } from './app-context.ts'
import { startDeletingAccounts } from './features/account/delete-account.ts'
import { serveAccount } from './features/account/routes.ts'
import { serveAdmin } from './features/admin/routes.ts'
import { serveApiKeys } from './features/api-keys/routes.ts'
import { openApiKeys } from './features/api-keys/stored-keys.ts'
import type { Platform } from './features/auth/platform.ts'
import { servePracticePlatform } from './features/auth/practice-platform.ts'
import { serveAuth } from './features/auth/routes.ts'
import { startCheckingBadges } from './features/badges/check-badges.ts'
import { cacheRacerBoards } from './features/boards/racers.ts'
import { cacheSeasonBoards } from './features/boards/season.ts'
import { serveChannels } from './features/channels/routes.ts'
import { serveChat } from './features/chat/routes.ts'
import { serveCompanions } from './features/companions/routes.ts'
import { serveDashboard } from './features/dashboard/routes.ts'
import { serveCalendars } from './features/events/calendar-routes.ts'
import { tallyEvents } from './features/events/channel-tally.ts'
import { serveCompanionEvents } from './features/events/companion-routes.ts'
import { EventBoards, startSweepingBoards } from './features/events/event-boards.ts'
import { cacheEventConcerns } from './features/events/event-concerns.ts'
import { serveEvents } from './features/events/routes.ts'
import { namePublicGames } from './features/games/named-games.ts'
import { serveGames } from './features/games/routes.ts'
import { serveLeaderboards } from './features/leaderboards/routes.ts'
import { serveLive } from './features/live/routes.ts'
import { serveMaps } from './features/maps/routes.ts'
import { serveRacers } from './features/racers/routes.ts'
import { serveReleases } from './features/releases/routes.ts'
import { serveScoring } from './features/scoring/routes.ts'
import { serveSearch } from './features/search/routes.ts'
import { serveSeasons } from './features/seasons/routes.ts'
import { serveSharing } from './features/sharing/routes.ts'
import { serveShows } from './features/show/routes.ts'
import { startClosingDays } from './features/standings/close-days.ts'
import { bindChannel } from './features/uploads/channels.ts'
import { serveUploads } from './features/uploads/routes.ts'
import { recogniseCallers } from './http/access.ts'
import { bodyDeadlines, giveLargeFormsTime, limitBodyTime } from './http/body-deadline.ts'
import { parseBodies } from './http/body-parsers.ts'
import { serveCompanionPages, takeKeyFromAddress } from './http/companion-addresses.ts'
import { answerConnectionError, leaveLostConnections } from './http/connection-errors.ts'
import { documentContract } from './http/documentation.ts'
import { drainForms } from './http/drain-forms.ts'
import { answerErrors } from './http/error-reply.ts'
import { observeHealth, serveHealth } from './http/health.ts'
import { serveMetrics } from './http/metrics.ts'
import { limitRates } from './http/rate-limits.ts'
import { logOptions } from './http/request-log.ts'
import { sendSecurityHeaders } from './http/security-headers.ts'
import { serveOn } from './http/serve-endpoint.ts'
import { servePages } from './http/static-pages.ts'
import { closeUnusedConnections } from './http/unused-connections.ts'
import { MIB } from './limits.ts'

interface AppOptions {
  platform: Platform
  /** The built web pages; without them the server only answers calls. */
  webDir?: string | undefined
  logger?: FastifyServerOptions['logger']
  /** Whether `/ready` says that the process is about to stop. */
  isStopping: () => boolean
}

export async function buildApp(
  context: AppContext,
  { platform, webDir, logger = false, isStopping }: AppOptions,
): Promise<FastifyInstance> {
  const { config } = context
  const app = Fastify({
    ...logOptions(logger),
    rewriteUrl: takeKeyFromAddress,
    clientErrorHandler: answerConnectionError,
    trustProxy: config.trustedProxies.length > 0 ? [...config.trustedProxies] : false,
    // The contract limits parameters; the router's own limit would answer without our headers.
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: maxHeaderSize },
    requestTimeout: bodyDeadlines.large,
    forceCloseConnections: 'idle',
  })
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  answerErrors(app)
  limitBodyTime(app, bodyDeadlines)
  closeUnusedConnections(app)
  leaveLostConnections(app)

  await sendSecurityHeaders(app, config)
  // The tag is made before compression. If it has not changed, the answer is 304.
  await app.register(etag, { weak: true })
  // Compressed bodies are refused: unpacked, they could have any size.
  await app.register(compress, { threshold: 1024, globalDecompression: false })
  parseBodies(app)
  const { health, learnFromForms } = observeHealth(context)
  serveMetrics(app, { config, health })
  recogniseCallers(app, context.sessions)
  await limitRates(app, { ...context, limits: config.limits })
  await documentContract(app, config)

  // Only requests to endpoints with a form pass through the hooks that read forms.
  let forms: FastifyInstance = app
  await app.register(async (part) => {
    await part.register(multipart)
    giveLargeFormsTime(part)
    learnFromForms(part)
    drainForms(part, {
      bytes: config.limits.FORM_REST_MIB * MIB,
      ms: config.limits.FORM_REST_SECONDS * 1000,
    })
    forms = part
  })
  const racerBoards = cacheRacerBoards(context)
  const serve = serveOn(app, {
    sessions: context.sessions,
    apiKeys: openApiKeys(context),
    forms,
  })
  serveAuth(serve, context, { platform, afterSignIn: bindChannel })
  serveApiKeys(serve, context)
  serveUploads(serve, app, context, {
    tallyEvents,
    namePublicGames: (ids) => namePublicGames(context, ids),
  })
  startClosingDays(app, context)
  serveDashboard(serve, context, racerBoards)
  const seasonBoards = cacheSeasonBoards(context.db, context.changes)
  serveLeaderboards(serve, context, seasonBoards)
  serveScoring(serve, context)
  const concernsOfEvent = cacheEventConcerns(context)
  const boards = new EventBoards(context)
  startSweepingBoards(app, context)
  const shows = serveShows(serve, app, context, { racerBoards, concernsOfEvent, boards })
  serveEvents(serve, context, {
    boards,
    sealedView: async (eventId) => (await shows.forViewers(eventId))?.view,
  })
  serveCompanionEvents(serve, context)
  serveCalendars(serve, context)
  serveGames(serve, context)
  serveMaps(serve, context)
  serveChannels(serve, context, { racerBoards })
  startCheckingBadges(app, context)
  serveRacers(serve, context, { racerBoards })
  serveSeasons(serve, context, seasonBoards)
  await serveSearch(serve, context)
  const { makeHead } = serveSharing(serve, app, context, { shows, racerBoards, seasonBoards })
  serveChat(serve, context, { shows, racerBoards })
  serveCompanions(serve, context, racerBoards)
  serveReleases(serve, app, context)
  serveAdmin(serve, context)
  serveAccount(serve, context)
  startDeletingAccounts(app, context)
  serveLive(serve, app, context, { shows, concernsOfEvent })

  serveHealth(app, { health, isStopping })
  if (config.twitchClientId === undefined) {
    servePracticePlatform(app, { config, signingKey: context.keys.signing })
  }
  await serveCompanionPages(app)
  await servePages(app, webDir, makeHead)
  return app
}
