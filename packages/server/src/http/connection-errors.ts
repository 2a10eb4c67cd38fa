import { randomUUID } from 'node:crypto'
import { Socket } from 'node:net'
import type { ErrorReply } from '@rollcall/contract/endpoint'
import type { ConnectionError, FastifyInstance } from 'fastify'

interface Refusal {
  status: string
  code: string
  error: string
}

const REFUSALS: Readonly<Record<string, Refusal>> = {
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: '408 Request Timeout',
    code: 'timeout',
    error: 'The request took too long to arrive.',
  },
  HPE_HEADER_OVERFLOW: {
    status: '431 Request Header Fields Too Large',
    code: 'headers_too_large',
    error: 'The address and headers of the request are longer than this server takes.',
  },
}
const MALFORMED: Refusal = {
  status: '400 Bad Request',
  code: 'bad_request',
  error: 'The request could not be read.',
}

export function answerConnectionError({ code }: ConnectionError, socket: unknown): void {
  // A call from within the process has nothing to be answered on but itself.
  if (!(socket instanceof Socket)) {
    return
  }
  if (code !== 'ECONNRESET' && socket.writable) {
    const { status, ...said } = REFUSALS[code] ?? MALFORMED
    const body = JSON.stringify({ ...said, requestId: randomUUID() } satisfies ErrorReply)
    const lines = [
      `HTTP/1.1 ${status}`,
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      "Content-Security-Policy: default-src 'none'; frame-ancestors 'none'",
      'X-Content-Type-Options: nosniff',
      'Referrer-Policy: no-referrer',
      'Connection: close',
    ]
    socket.write(`${lines.join('\r\n')}\r\n\r\n${body}`)
  }
  socket.destroy()
}

/** A connection that was reset before its request was read has no address to count by, and nobody to answer. */
export function leaveLostConnections(app: FastifyInstance): void {
  app.addHook('onRequest', ({ socket }, reply, done) => {
    // Node remembers the address that was asked for once, also when the connection has gone.
    if (socket.remoteAddress === undefined) {
      reply.hijack()
      socket.destroy()
    }
    done()
  })
}
