/** Turns everything that is thrown into an answer; nothing internal leaks. */
import type { ErrorReply } from '@rollcall/contract/endpoint'
import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import { isConnectionFailure, isDiskFull } from '../database/failures.ts'
import { TooMuchAtOnceError } from '../database/shared-pool.ts'
import { ApiError } from './api-error.ts'
import { redactSecrets } from './redact-secrets.ts'

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
    // The contract's own messages are sentences for a person; Zod's are not.
    if (issue?.message?.endsWith('.')) {
      return new ApiError('bad_request', issue.message)
    }
    const where = [thrown.validationContext, ...(issue?.instancePath.split('/').slice(1) ?? [])]
    return new ApiError(
      'bad_request',
      `The request does not fit: ${where.filter(Boolean).join('.')}: ${issue?.message}.`,
    )
  }
  if (thrown instanceof TooMuchAtOnceError) {
    return new ApiError(
      'busy',
      'Too many calls of yours are being worked on. Nothing was changed; please try again.',
      { headers: { 'retry-after': '5' } },
    )
  }
  if (isConnectionFailure(thrown)) {
    return new ApiError(
      'database_unavailable',
      'The database does not answer at the moment. Nothing was changed; please try again.',
      { headers: { 'retry-after': '5' } },
    )
  }
  if (isDiskFull(thrown)) {
    return new ApiError(
      'no_space',
      'The server has no room left to store anything. Nothing was changed; please tell its operator.',
    )
  }
  return fastifyProblem(thrown as Partial<FastifyError>)
}

function fastifyProblem(error: Partial<FastifyError>): ApiError {
  switch (error.statusCode) {
    case 413:
      return new ApiError('too_large', 'The request is larger than this server takes.')
    case 415:
      return new ApiError('unsupported_media_type', 'Send the body as application/json.')
    case 404:
      return new ApiError('not_found', 'There is nothing here.')
    default:
  }
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500) {
    return new ApiError(
      { code: 'bad_request', status: error.statusCode },
      `The request could not be read: ${error.message ?? 'it is malformed'}`,
    )
  }
  return new ApiError('internal', 'Something went wrong on the server. Please try again.')
}
