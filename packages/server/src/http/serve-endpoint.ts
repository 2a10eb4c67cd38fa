/** How an endpoint of the contract becomes a route: border checks, access and limits from its data. */
import type { BodyOf, Endpoint, ParamsOf, QueryOf, ResponseOf } from '@rollcall/contract/endpoint'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { checkAccess, type Sessions, type SignedIn } from './access.ts'
import { refuseUnstorableText } from './storable-text.ts'

/** What a handler gets: the checked input, who calls, and when. */
export interface Call<E extends Endpoint> {
  params: ParamsOf<E>
  query: QueryOf<E>
  body: BodyOf<E>
  caller: E['access'] extends 'user' | 'admin' ? SignedIn : SignedIn | null
  request: FastifyRequest
}

export type Serve = <E extends Endpoint>(
  endpoint: E,
  handler: (call: Call<E>) => Promise<ResponseOf<E>>,
) => void

/** Gives `serve(endpoint, handler)` for an app. */
export function serveOn(app: FastifyInstance, { sessions }: { sessions: Sessions }): Serve {
  return (endpoint, handler) => {
    app.route({
      method: endpoint.method,
      url: endpoint.path,
      config: { endpoint },
      schema: {
        tags: [endpoint.noun],
        summary: endpoint.summary,
        ...(endpoint.params && { params: endpoint.params }),
        ...(endpoint.query && { querystring: endpoint.query }),
        ...(endpoint.body && { body: endpoint.body }),
        response: { 200: endpoint.response },
      },
      preParsing: (request) => checkAccess(request, endpoint.access, sessions),
      handler: async (request) => {
        refuseUnstorableText(request.params, request.query, request.body)
        return handler({
          params: request.params,
          query: request.query,
          body: request.body,
          caller: request.signedIn,
          request,
          // Fastify has checked the parts by the schemas just given; their types follow from those.
        } as unknown as Call<typeof endpoint>)
      },
    })
  }
}
