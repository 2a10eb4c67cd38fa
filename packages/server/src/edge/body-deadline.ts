/**
 * Limits the time for a body. Node has one limit for all requests, but only an installer on a slow connection needs an
 * hour.
 */
import { MINUTE_MS } from '@rollcall/formats/durations'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

interface BodyDeadlines {
  usual: number
  /** For forms that the contract marks as large; the server's own limit must not be shorter. */
  large: number
}

export const bodyDeadlines: BodyDeadlines = { usual: MINUTE_MS, large: 60 * MINUTE_MS }

/** Requests with a large form that the sender may send. */
const granted = new WeakSet<FastifyRequest>()

/** Ends the connection of a late body, with status 408 like Node, unless the request already has an answer. */
export function limitBodyTime(app: FastifyInstance, { usual, large }: BodyDeadlines): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { headers } = request
    const hasBody =
      headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
    if (hasBody) {
      setImmediate(() =>
        whenLate(request, usual, () => {
          if (granted.has(request) && !reply.raw.headersSent) {
            whenLate(request, large - usual, () => endLate(request, reply))
          } else {
            endLate(request, reply)
          }
        }),
      )
    }
    done()
  })
}

export function giveLargeFormsTime(forms: FastifyInstance): void {
  // Runs after the access check and before the handler reads the form.
  forms.addHook('preHandler', (request, _reply, done) => {
    if (request.routeOptions.config.endpoint?.multipart?.isLarge) {
      granted.add(request)
    }
    done()
  })
}

function whenLate({ raw: body }: FastifyRequest, deadlineMs: number, act: () => void): void {
  if (body.complete || body.destroyed) {
    return
  }
  const timer = setTimeout(act, deadlineMs)
  timer.unref()
  body.once('close', () => clearTimeout(timer))
}

function endLate({ raw: body, server }: FastifyRequest, reply: FastifyReply): void {
  if (reply.raw.headersSent) {
    body.destroy()
  } else {
    server.server.emit('clientError', lateBody(), body.socket)
  }
}

function lateBody(): Error {
  return Object.assign(new Error('The body did not come in time.'), {
    code: 'ERR_HTTP_REQUEST_TIMEOUT',
  })
}
