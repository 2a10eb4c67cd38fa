/** The whole server on one screen: the order of the lines is the order of a request. */
import { maxHeaderSize } from 'node:http'
import compress from '@fastify/compress'
import multipart from '@fastify/multipart'
import Fastify, { type FastifyInstance, type FastifyServerOptions } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import type { AppContext } from './app-context.ts'
import { serveAdmin } from './features/admin/routes.ts'
import { servePracticePlatform } from './features/auth/practice-platform.ts'
import { serveAuth } from './features/auth/routes.ts'
import { pageOfUsers } from './features/auth/user-list.ts'
import { serveDashboard } from './features/dashboard/routes.ts'
import { serveCompanionEvents } from './features/events/companion-routes.ts'
import { findReportedRacer } from './features/events/reported-racer.ts'
import { serveEvents } from './features/events/routes.ts'
import { BoardsInMemory } from './features/leaderboards/boards-in-memory.ts'
import { followWrites } from './features/leaderboards/follow-writes.ts'
import { findReportedChannel } from './features/leaderboards/reported-channel.ts'
import { serveLeaderboards } from './features/leaderboards/routes.ts'
import { serveReleases } from './features/releases/routes.ts'
import { serveScoring } from './features/scoring/routes.ts'
import { bindChannel } from './features/uploads/channels.ts'
import { proveUploaderIn } from './features/uploads/prove-uploader.ts'
import { serveUploads } from './features/uploads/routes.ts'
import { recogniseCallers } from './http/access.ts'
import { bodyDeadlines, limitBodyTime } from './http/body-deadline.ts'
import { observeCondition } from './http/condition.ts'
import { answerConnectionError } from './http/connection-errors.ts'
import { documentContract } from './http/documentation.ts'
import { answerErrors } from './http/error-reply.ts'
import { serveHealth } from './http/health.ts'
import { takeEmptyJson } from './http/json-body.ts'
import { serveMetrics } from './http/metrics.ts'
import { refuseOtherMethods } from './http/other-methods.ts'
import { limitRates } from './http/rate-limits.ts'
import { logOptions } from './http/request-log.ts'
import { sendSecurityHeaders } from './http/security-headers.ts'
import { serveOn } from './http/serve-endpoint.ts'
import { servePages } from './http/static-pages.ts'
import { takeAnyUploadBody } from './http/upload-body.ts'
import { takeKeyFromAddress } from './http/upload-key-address.ts'

export interface AppOptions {
  /** The built web pages; undefined: calls only. */
  webDir?: string | undefined
  logger?: FastifyServerOptions['logger']
}

export async function buildApp(
  context: AppContext,
  { webDir, logger = false }: AppOptions = {},
): Promise<FastifyInstance> {
  const { config } = context
  const app = Fastify({
    ...logOptions(logger),
    rewriteUrl: takeKeyFromAddress,
    clientErrorHandler: answerConnectionError,
    trustProxy: config.trustedProxies.length > 0 ? [...config.trustedProxies] : false,
    // What a parameter may be is the contract's matter: the router's own limit answers on its own.
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: maxHeaderSize },
    requestTimeout: bodyDeadlines.large,
    forceCloseConnections: 'idle',
  })
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  answerErrors(app)
  limitBodyTime(app, bodyDeadlines)

  await sendSecurityHeaders(app, config)
  // Bodies are taken as they are: one that is compressed could be of any size once it is not.
  await app.register(compress, { threshold: 1024, globalDecompression: false })
  takeAnyUploadBody(app)
  takeEmptyJson(app)
  const condition = observeCondition(app, context)
  serveMetrics(app, { config, condition })
  recogniseCallers(app, context.sessions)
  await limitRates(app, config.rateLimits)
  await documentContract(app, config)

  const boards = new BoardsInMemory(context.db, context)
  followWrites(app, boards)
  // Only requests of endpoints with a form pass the hooks of what reads one.
  let forms: FastifyInstance = app
  await app.register(async (part) => {
    await part.register(multipart)
    forms = part
  })
  const serve = serveOn(app, { sessions: context.sessions, forms })
  serveAuth(serve, context, { afterSignIn: bindChannel })
  serveUploads(serve, context)
  serveDashboard(serve, context)
  serveLeaderboards(serve, context, { boards })
  serveScoring(serve, context)
  serveEvents(serve, context)
  serveCompanionEvents(serve, context, { proveUploader: proveUploaderIn(context) })
  serveReleases(serve, context)
  serveAdmin(serve, context, { pageOfUsers, findReportedChannel, findReportedRacer })
  await app.after()
  refuseOtherMethods(app)

  serveHealth(app, condition)
  if (config.twitchClientId === undefined) {
    servePracticePlatform(app, { config, signingKey: context.keys.signing })
  }
  await servePages(app, webDir)
  return app
}
