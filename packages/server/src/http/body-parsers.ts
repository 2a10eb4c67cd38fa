import type { FastifyInstance } from 'fastify'
import { ApiError } from './api-error.ts'

export function parseBodies(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    // Some callers send this type with every call, also with those that have no body.
    if (body === '' || request.routeOptions.config.endpoint?.multipart !== undefined) {
      done(null, undefined)
    } else {
      parseJson(request, String(body), done)
    }
  })
  app.addContentTypeParser('*', (request, payload, done) => {
    // An upload's handler refuses what is not a form in its own words, and leaves a receipt.
    if (request.routeOptions.config.endpoint?.multipart === undefined) {
      done(new ApiError('unsupported_media_type', 'Send the body as application/json.'))
      return
    }
    payload.resume()
    done(null, undefined)
  })
}
