import type { FastifyInstance } from 'fastify'

/**
 * An empty body that calls itself JSON is none: every call carries that type, also those without a
 * body (the specification, section 7).
 */
export function takeEmptyJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    // A call that wants a form says so itself; a body that no schema bounds goes no further than this.
    if (body === '' || request.routeOptions.config.endpoint?.multipart !== undefined) {
      done(null, undefined)
    } else {
      parse(request, String(body), done)
    }
  })
}
