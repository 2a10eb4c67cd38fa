/** Turns everything that is thrown into an answer without leaking anything internal. */
import type { ErrorReply } from '@rollcall/contract/endpoint'
import { problemIn } from '@rollcall/scoring/problem'
import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import { isConnectionFailure, isDiskFull } from '../platform/database/failures.ts'
import { TooMuchAtOnceError } from '../platform/database/shared-pool.ts'
import { ApiError } from './api-error.ts'
import { redactedJson, redactSecrets } from './redact-secrets.ts'

export function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler((thrown, request, reply) => {
    const error = asApiError(thrown)
    if (error.status >= 500) {
      request.log.error({ err: thrown }, error.message)
    }
    reply.code(error.status).headers(error.headers)
    return request.routeOptions.config.endpoint?.sendsText
      ? reply.type('text/plain; charset=utf-8').send(errorReply(error, request).error)
      : reply.send(errorReply(error, request))
  })
}

export function errorReply(error: ApiError, request: FastifyRequest): ErrorReply {
  const { part, line, column } = error.place
  return {
    error: redactSecrets(error.message),
    code: error.code,
    ...(Object.keys(error.params).length > 0 && { params: JSON.parse(redactedJson(error.params)) }),
    requestId: request.id,
    ...(part !== undefined && { part }),
    ...(line !== undefined && { line }),
    ...(column !== undefined && { column }),
  }
}

function asApiError(thrown: unknown): ApiError {
  if (thrown instanceof ApiError) {
    return thrown
  }
  if (hasZodFastifySchemaValidationErrors(thrown)) {
    const [issue] = thrown.validation
    const where = [thrown.validationContext, ...(issue?.instancePath.split('/') ?? [])]
    return asRefusal({ ...issue?.params, message: issue?.message ?? '' }, { where })
  }
  if (thrown instanceof TooMuchAtOnceError) {
    return new ApiError('busy', {}, { headers: { 'retry-after': '5' } })
  }
  if (isConnectionFailure(thrown)) {
    return new ApiError('database_unavailable', {}, { headers: { 'retry-after': '5' } })
  }
  if (isDiskFull(thrown)) {
    return new ApiError('no_space')
  }
  return fastifyProblem(thrown as Partial<FastifyError>)
}

/** Turns a Zod issue into a refusal: the problem that the check reported, or else the place and Zod's message. */
export function asRefusal(
  issue: { readonly message: string },
  { where }: { where: readonly unknown[] },
): ApiError {
  const problem = problemIn(issue)
  if (problem !== null) {
    const { error, code, params } = problem
    return new ApiError({ code, status: 400, message: error, params })
  }
  return new ApiError('does_not_fit', {
    where: where.filter(Boolean).join('.'),
    message: issue.message,
  })
}

function fastifyProblem(error: Partial<FastifyError>): ApiError {
  switch (error.statusCode) {
    case 413:
      return new ApiError('too_large')
    case 415:
      return new ApiError('unsupported_media_type')
    case 404:
      return new ApiError('not_found')
    default:
  }
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500) {
    const reason = error.message ?? 'it is malformed'
    return new ApiError('unreadable', { reason }, { status: error.statusCode })
  }
  return new ApiError('internal')
}
