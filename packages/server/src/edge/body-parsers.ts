import type { FastifyInstance } from 'fastify'
import { ApiError } from './api-error.ts'

export function parseBodies(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    // Some callers send this type with every call, even without a body.
    if (body === '' || request.routeOptions.config.endpoint?.multipart !== undefined) {
      done(null, undefined)
    } else {
      parseJson(request, String(body), done)
    }
  })
  app.addContentTypeParser('*', (request, payload, done) => {
    // An upload's handler refuses a body that is not a form itself, because it leaves a receipt.
    if (request.routeOptions.config.endpoint?.multipart === undefined) {
      done(new ApiError('unsupported_media_type'))
      return
    }
    payload.resume()
    done(null, undefined)
  })
}
