/** A known path called with another method answers 405 and says which methods there are. */
import { allEndpoints } from '@rollcall/contract/all-endpoints'
import type { FastifyInstance, HTTPMethods } from 'fastify'
import { ApiError } from './api-error.ts'

const METHODS: readonly HTTPMethods[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

/** Registers what is left over; every endpoint must have been served before. */
export function refuseOtherMethods(app: FastifyInstance): void {
  // A trailing slash makes no difference to the router, but it does to `hasRoute`.
  for (const url of new Set(allEndpoints.map(({ path }) => path.replace(/\/$/, '')))) {
    const others = METHODS.filter((method) => !app.hasRoute({ method, url }))
    const allow = METHODS.filter((method) => !others.includes(method)).join(', ')
    app.route({
      method: others,
      url,
      schema: { hide: true },
      // Before the body is read: it may be anything.
      onRequest: async () => {
        throw new ApiError('method_not_allowed', `This address takes ${allow} only.`, {
          headers: { allow },
        })
      },
      handler: async () => undefined,
    })
  }
}
