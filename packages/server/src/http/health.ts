/** For whoever watches the server: it runs, and it can do its work. */

import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { AppContext } from '../app-context.ts'
import { ApiError } from './api-error.ts'

export function serveHealth(app: FastifyInstance, { db }: AppContext): void {
  app.get('/health', { schema: { hide: true }, logLevel: 'warn' }, async () => ({ status: 'ok' }))

  app.get('/ready', { schema: { hide: true }, logLevel: 'warn' }, async () => {
    try {
      await sql`select 1`.execute(db)
    } catch (cause) {
      throw new ApiError('database_unavailable', 'The database does not answer.', { cause })
    }
    return { status: 'ready' }
  })
}
