/**
 * How long a body may take to come. Node has one limit for every request; an installer on a slow line
 * needs an hour, which nothing else should be given to hold a connection with.
 */
import type { FastifyInstance } from 'fastify'

const MINUTE_MS = 60_000

/** In milliseconds. */
export interface BodyDeadlines {
  usual: number
  /** Of a form that the contract calls large; the server's own limit must not be shorter. */
  large: number
}

export const bodyDeadlines: BodyDeadlines = { usual: MINUTE_MS, large: 60 * MINUTE_MS }

/** Ends the connection of a body that is late, with status 408 as Node does it. */
export function limitBodyTime(app: FastifyInstance, deadlines: BodyDeadlines): void {
  app.addHook('onRequest', ({ raw, headers, routeOptions }, _reply, done) => {
    const hasBody =
      headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
    if (hasBody && !raw.complete) {
      const { endpoint } = routeOptions.config
      const timer = setTimeout(
        () => app.server.emit('clientError', lateBody(), raw.socket),
        endpoint?.multipart?.isLarge ? deadlines.large : deadlines.usual,
      )
      timer.unref()
      raw.once('close', () => clearTimeout(timer))
    }
    done()
  })
}

/** Named as Node names it, so that it is answered like one that Node found. */
function lateBody(): Error {
  return Object.assign(new Error('The body did not come in time.'), {
    code: 'ERR_HTTP_REQUEST_TIMEOUT',
  })
}
