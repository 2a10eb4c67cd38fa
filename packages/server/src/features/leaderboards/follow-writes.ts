/** Boards hold what this process wrote before whoever sent it hears that it is stored. */
import type { Endpoint, Noun } from '@rollcall/contract/endpoint'
import type { FastifyInstance } from 'fastify'
import type { BoardsInMemory } from './boards-in-memory.ts'

/** Who writes what a board shows: rows and names of channels, pictures, the current season. */
const WRITERS: readonly Noun[] = ['uploads', 'auth', 'admin']
/** An answer waits no longer; whoever asks for a board does, then. */
const WAIT_MS = 1_000

/** Must run before the endpoints are served, so that it sees them. */
export function followWrites(app: FastifyInstance, boards: BoardsInMemory): void {
  app.addHook('onRoute', (route) => {
    const endpoint = route.config?.endpoint
    if (endpoint !== undefined && mayWrite(endpoint)) {
      route.onSend = [
        async (_request, reply) => {
          if (reply.statusCode < 400) {
            await boards.noteWrite({ waitMs: WAIT_MS })
          }
        },
        ...[route.onSend ?? []].flat(),
      ]
    }
  })
  app.addHook('onClose', async () => boards.close())
}

function mayWrite({ noun, method }: Endpoint): boolean {
  return method !== 'GET' && WRITERS.includes(noun)
}
