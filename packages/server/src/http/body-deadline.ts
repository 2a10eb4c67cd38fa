/**
 * How long a body may take. Node has one limit for all requests; an installer on a slow connection needs
 * an hour, which nothing else should get.
 */
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'

const MINUTE_MS = 60_000

export interface BodyDeadlines {
  usual: number
  /** For a form that the contract marks as large; the server's own limit must not be shorter. */
  large: number
}

export const bodyDeadlines: BodyDeadlines = { usual: MINUTE_MS, large: 60 * MINUTE_MS }

/** Ends the connection of a late body, with status 408 as Node does. */
export function limitBodyTime(app: FastifyInstance, deadlines: BodyDeadlines): void {
  app.addHook('onRequest', ({ raw, headers, routeOptions }, _reply, done) => {
    const hasBody =
      headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
    if (hasBody) {
      const { endpoint } = routeOptions.config
      const isLarge = endpoint?.multipart?.isLarge === true
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

/** Node's code, so that it is answered like Node's own. */
function lateBody(): Error {
  return Object.assign(new Error('The body did not come in time.'), {
    code: 'ERR_HTTP_REQUEST_TIMEOUT',
  })
}
