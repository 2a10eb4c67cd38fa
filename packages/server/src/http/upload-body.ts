import type { FastifyInstance } from 'fastify'
import { ApiError } from './api-error.ts'

/**
 * Bodies of a type that nobody asked for. An upload's handler says itself what it wants instead, in
 * the words of uploads; everywhere else such a body is refused unread.
 */
export function takeAnyUploadBody(app: FastifyInstance): void {
  app.addContentTypeParser('*', (request, payload, done) => {
    if (request.routeOptions.config.endpoint?.multipart === undefined) {
      done(new ApiError('unsupported_media_type', 'Send the body as application/json.'))
      return
    }
    payload.resume()
    done(null, undefined)
  })
}
