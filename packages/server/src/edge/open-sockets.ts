import websocket from '@fastify/websocket'
import { LIVE_PROTOCOL } from '@rollcall/contract/live'
import type { FastifyInstance } from 'fastify'

/** Pages send nothing. */
const LONGEST_MESSAGE = 1024

/** Endpoints with `opensSocket` answer with a WebSocket, once the call has passed the checks of every call. */
export async function openSockets(app: FastifyInstance): Promise<void> {
  await app.register(websocket, {
    options: {
      maxPayload: LONGEST_MESSAGE,
      // It would take more memory for each page than a page's messages are worth.
      perMessageDeflate: false,
      // The answer must name one of the protocols, and never the one with the token.
      handleProtocols: (named) => (named.has(LIVE_PROTOCOL) ? LIVE_PROTOCOL : false),
    },
    errorHandler: (_error, socket) => socket.terminate(),
    // Each page hears when to come back first.
    preClose: (done) => done(),
  })
}
