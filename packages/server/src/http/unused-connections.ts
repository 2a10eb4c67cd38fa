import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

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
