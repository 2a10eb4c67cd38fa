import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import { Socket } from 'node:net'
import type { ErrorReply } from '@rollcall/contract/endpoint'
import type { ConnectionError, FastifyInstance } from 'fastify'
import { ApiError } from './api-error.ts'

const PROBLEMS: Readonly<Record<string, 'timeout' | 'headers_too_large'>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'timeout',
  HPE_HEADER_OVERFLOW: 'headers_too_large',
}

export function answerConnectionError({ code }: ConnectionError, socket: unknown): void {
  // A call from within the process has no connection to answer on.
  if (!(socket instanceof Socket)) {
    return
  }
  if (code !== 'ECONNRESET' && socket.writable) {
    const refusal = new ApiError(PROBLEMS[code] ?? 'malformed')
    const body = JSON.stringify({
      error: refusal.message,
      code: refusal.code,
      requestId: randomUUID(),
    } satisfies ErrorReply)
    const lines = [
      `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}`,
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

/** A connection that was reset before its request was read: no address to count, and nobody to answer. */
export function leaveLostConnections(app: FastifyInstance): void {
  app.addHook('onRequest', ({ socket }, reply, done) => {
    // Reading the address makes Node remember it, even after the connection is gone.
    if (socket.remoteAddress === undefined) {
      reply.hijack()
      socket.destroy()
    }
    done()
  })
}

/** Browsers open connections in advance. Node counts an unused one as busy, so shutting down would wait for it. */
export function closeUnusedConnections(app: FastifyInstance): void {
  const open = new Set<Socket>()
  app.server.on('connection', (socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })
  app.addHook('preClose', async () => {
    for (const socket of open) {
      if (socket.bytesRead === 0) {
        socket.destroy()
      }
    }
  })
}
