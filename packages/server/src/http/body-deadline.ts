/**
 * How long a body may take to come. Node has one limit for every request; an installer on a slow line
 * needs an hour, which nothing else should be given to hold a connection with.
 */
import type { IncomingMessage } from 'node:http'
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
    if (hasBody) {
      const { endpoint } = routeOptions.config
      const isLarge = endpoint?.multipart?.isLarge === true
      // Most bodies come along with their headers and are read by then.
      setImmediate(() => endIfLate(app, raw, isLarge ? deadlines.large : deadlines.usual))
    }
    done()
  })
}

function endIfLate(app: FastifyInstance, body: IncomingMessage, deadlineMs: number): void {
  if (body.complete || body.destroyed) {
    return
  }
  const timer = setTimeout(
    () => app.server.emit('clientError', lateBody(), body.socket),
    deadlineMs,
  )
  timer.unref()
  body.once('close', () => clearTimeout(timer))
}

/** Named as Node names it, so that it is answered like one that Node found. */
function lateBody(): Error {
  return Object.assign(new Error('The body did not come in time.'), {
    code: 'ERR_HTTP_REQUEST_TIMEOUT',
  })
}
