/** For whoever watches the server: it runs, and it can do its work. */
import type { FastifyInstance } from 'fastify'
import { ApiError } from './api-error.ts'
import type { Condition } from './condition.ts'

export function serveHealth(app: FastifyInstance, condition: () => Promise<Condition>): void {
  const options = { schema: { hide: true }, logLevel: 'warn' } as const

  app.get('/health', options, async () => ({ status: 'ok' }))

  app.get('/ready', options, async () => {
    const { isDatabaseUp, isDiskFull } = await condition()
    if (!isDatabaseUp) {
      throw new ApiError('database_unavailable', 'The database does not answer.', {
        headers: { 'retry-after': '5' },
      })
    }
    // Still ready: reads go on, and a balancer that took the server out would end those too.
    return { status: 'ready', uploads: isDiskFull ? 'no_space' : 'open' }
  })
}
