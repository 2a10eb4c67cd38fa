/** The whole server on one screen. The lines are in the order in which they handle a request. */
import { maxHeaderSize } from 'node:http'
import compress from '@fastify/compress'
import etag from '@fastify/etag'
import multipart from '@fastify/multipart'
import Fastify, { type FastifyInstance, type FastifyServerOptions } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import type { Config } from './config.ts'
import { startDeletingAccounts } from './desk/account/delete-account.ts'
import { serveAccount } from './desk/account/routes.ts'
import { serveAdmin } from './desk/admin/routes.ts'
import { serveCompanions } from './desk/companions/routes.ts'
import { startCheckingBadges } from './domain/badges/check-badges.ts'
import { startNamingChampions } from './domain/badges/league-champions.ts'
import { serveChooseNames } from './domain/boards/acts/choose-names.ts'
import { RacerBoards } from './domain/boards/racers.ts'
import { SeasonBoards } from './domain/boards/season.ts'
import { tallyEvents } from './domain/events/boards/channel-tally.ts'
import { EventBoards, startSweepingBoards } from './domain/events/boards/event-boards.ts'
import { EventTags } from './domain/events/boards/event-tags.ts'
import { serveEventBoards } from './domain/events/boards/routes.ts'
import { serveCompanionEvents } from './domain/events/companion-routes.ts'
import { LeagueTables } from './domain/events/league/kept-tables.ts'
import { startMakingRoundsFinal } from './domain/events/league/make-final.ts'
import { PublicLeagues } from './domain/events/league/public-leagues.ts'
import { serveLeagues } from './domain/events/league/routes.ts'
import { serveEvents } from './domain/events/routes.ts'
import { bindChannel } from './domain/intake/channels/channels.ts'
import { serveUploads } from './domain/intake/routes.ts'
import { startSweepingRacers } from './domain/intake/sweep-racers.ts'
import { serveApiKeys } from './domain/people/api-keys/routes.ts'
import { findApiKey } from './domain/people/api-keys/stored-keys.ts'
import type { Platforms } from './domain/people/platforms/all.ts'
import { servePracticePlatform } from './domain/people/sign-in/practice-platform.ts'
import { serveAuth } from './domain/people/sign-in/routes.ts'
import { serveReleases } from './domain/releases/routes.ts'
import { serveScoring } from './domain/scoring/routes.ts'
import { serveShows } from './domain/show/routes.ts'
import { Shows } from './domain/show/shows.ts'
import { startClosingDays } from './domain/standings/close-days.ts'
import { recogniseCallers } from './edge/access.ts'
import type { AppContext } from './edge/app-context.ts'
import { bodyDeadlines, giveLargeFormsTime, limitBodyTime } from './edge/body-deadline.ts'
import { parseBodies } from './edge/body-parsers.ts'
import { serveCompanionPages, takeKeyFromAddress } from './edge/companion-addresses.ts'
import {
  answerConnectionError,
  closeUnusedConnections,
  leaveLostConnections,
} from './edge/connections.ts'
import { documentContract } from './edge/documentation.ts'
import { drainForms } from './edge/drain-forms.ts'
import { answerErrors } from './edge/error-reply.ts'
import { observeHealth, serveHealth } from './edge/health.ts'
import { serveMetrics } from './edge/metrics.ts'
import { openSockets } from './edge/open-sockets.ts'
import { limitRates } from './edge/rate-limits.ts'
import { logOptions } from './edge/request-log.ts'
import { sendSecurityHeaders } from './edge/security-headers.ts'
import { type Serve, serveOn } from './edge/serve-endpoint.ts'
import { type MakeHead, servePages, type WebFiles } from './edge/static-pages.ts'
import { Turns } from './edge/turns.ts'
import { MIB } from './limits.ts'
import { serveCalendars } from './outputs/calendar/calendar-routes.ts'
import { serveCards } from './outputs/cards/routes.ts'
import { serveChat } from './outputs/chat/routes.ts'
import { serveDiscord } from './outputs/discord/discord-routes.ts'
import { serveLive } from './outputs/live/routes.ts'
import { serveChannels } from './pages/channel/routes.ts'
import { serveDashboard } from './pages/dashboard/routes.ts'
import { namePublicGames } from './pages/game/named-games.ts'
import { serveGames } from './pages/game/routes.ts'
import { serveLeaderboards } from './pages/leaderboard/routes.ts'
import { serveMaps } from './pages/map/routes.ts'
import { serveRacers } from './pages/racer/routes.ts'
import { serveSearch } from './pages/search/routes.ts'
import { serveSeasons } from './pages/season/routes.ts'
import { DaysOfSeasons } from './pages/season/season-days.ts'
import { startSweepingChanges } from './platform/changes/change-feed.ts'

interface AppOptions extends WebFiles {
  platforms: Platforms
  logger?: FastifyServerOptions['logger']
  /** Whether `/ready` says that the process is about to stop. */
  isStopping: () => boolean
}

export async function buildApp(
  context: AppContext,
  { platforms, webDir, keptBuilds, logger = false, isStopping }: AppOptions,
): Promise<FastifyInstance> {
  const { config } = context
  const app = createServer(config, logger)
  const { serve, health } = await openEdge(app, context)
  const makeHead = await serveWings({ serve, app, context, platforms })
  serveHealth(app, { health, isStopping })
  if (config.platforms.length === 0) {
    servePracticePlatform(app, { config, signingKey: context.keys.signing })
  }
  await serveCompanionPages(app)
  await servePages(app, { webDir, keptBuilds }, makeHead)
  return app
}

function createServer(
  { trustedProxies }: Config,
  logger: FastifyServerOptions['logger'],
): FastifyInstance {
  const app = Fastify({
    ...logOptions(logger),
    rewriteUrl: takeKeyFromAddress,
    clientErrorHandler: answerConnectionError,
    trustProxy: trustedProxies.length > 0 ? [...trustedProxies] : false,
    // The contract limits parameters; the router's own limit would answer without our headers.
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: maxHeaderSize },
    requestTimeout: bodyDeadlines.large,
    forceCloseConnections: 'idle',
  })
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  return app
}

/** What every request passes through, before it reaches a wing. */
async function openEdge(app: FastifyInstance, context: AppContext) {
  const { config, sessions } = context
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
  await openSockets(app)
  const { health, learnFromForms } = observeHealth(context)
  serveMetrics(app, { config, health })
  recogniseCallers(app, sessions)
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
  const serve = serveOn(app, {
    sessions,
    findApiKey: (key) => findApiKey(context, key),
    forms,
  })
  return { serve, health }
}

interface Wings {
  serve: Serve
  app: FastifyInstance
  context: AppContext
  platforms: Platforms
}

/** Returns what writes the head of a page. */
async function serveWings({ serve, app, context, platforms }: Wings): Promise<MakeHead> {
  const racerBoards = new RacerBoards(context)
  serveAuth(serve, context, { platforms, afterSignIn: bindChannel })
  serveApiKeys(serve, context)
  serveUploads(serve, app, context, {
    tallyEvents,
    namePublicGames: (ids) => namePublicGames(context, ids),
  })
  startClosingDays(app, context)
  const seasonBoards = new SeasonBoards(context)
  serveLeaderboards(serve, context, seasonBoards)
  serveScoring(serve, context)
  const eventTags = new EventTags(context)
  const boards = new EventBoards(context)
  startSweepingBoards(app, context)
  startSweepingRacers(app, context)
  startSweepingChanges(app, context)
  const shows = new Shows(context)
  const tables = new LeagueTables(context, { boards, eventTags })
  serveDashboard(serve, context, { racerBoards, tables })
  serveShows(serve, app, context, { shows, racerBoards, eventTags, boards, tables })
  serveEvents(serve, context)
  serveEventBoards(serve, context, {
    boards,
    sealedView: async (eventId) => (await shows.forViewers(eventId))?.view,
  })
  const leagues = new PublicLeagues(context, tables)
  serveLeagues(serve, context, { boards, tables, leagues })
  startMakingRoundsFinal(app, { ...context, boards })
  serveCompanionEvents(serve, context)
  serveCalendars(serve, context, leagues)
  serveGames(serve, context)
  serveMaps(serve, context)
  serveChannels(serve, context, { racerBoards, seasonBoards })
  serveChooseNames(serve, context)
  startCheckingBadges(app, context)
  startNamingChampions(app, { ...context, tables })
  // Each piece keeps a processor of the database busy; with more, pages would wait.
  const searching = new Turns(1, { maxWaiting: 20, refusal: 'racers_busy', rests: true })
  serveRacers(serve, context, { racerBoards, searching, tables })
  const seasonDays = new DaysOfSeasons(context)
  serveSeasons(serve, context, { seasonBoards, seasonDays })
  await serveSearch(serve, context, searching)
  const { makeHead, drawForPost, drawNight } = serveCards(serve, context, {
    shows,
    racerBoards,
    seasonBoards,
    seasonDays,
    leagues,
  })
  serveDiscord(serve, app, context, {
    ...{ shows, racerBoards, tables },
    ...{ drawCard: drawForPost, drawNight },
  })
  serveChat(serve, context, { shows, racerBoards })
  serveCompanions(serve, context, racerBoards)
  serveReleases(serve, app, context)
  serveAdmin(serve, context)
  serveAccount(serve, context)
  startDeletingAccounts(app, context)
  serveLive(serve, app, context, { shows, eventTags, leagues })
  return makeHead
}
