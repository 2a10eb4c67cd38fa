/** How an endpoint of the contract becomes a route: border checks, access and limits from its data. */
import type { BodyOf, Endpoint, ParamsOf, QueryOf, ResponseOf } from '@rollcall/contract/endpoint'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { checkAccess, isOpen, type Sessions, type SignedIn } from './access.ts'
import { refuseUnstorableText } from './storable-text.ts'
import { refuseUndeclaredInput } from './undeclared-input.ts'

/** What a handler gets: the checked input, who calls, and when. */
export interface Call<E extends Endpoint> {
  params: ParamsOf<E>
  query: QueryOf<E>
  body: BodyOf<E>
  caller: E['access'] extends 'user' | 'admin' ? SignedIn : SignedIn | null
  request: FastifyRequest
  /** For an endpoint that sends a file, which is the answer then. */
  reply: FastifyReply
}

/** An answer as it is sent, written out once for as many calls as want it. */
export class WrittenAnswer<Answer> {
  #json: string
  constructor(answer: Answer) {
    this.#json = JSON.stringify(answer)
  }

  get json(): string {
    return this.#json
  }

  /** A list of what is written already. */
  static list<Item>(items: readonly WrittenAnswer<Item>[]): WrittenAnswer<Item[]> {
    const list = new WrittenAnswer<Item[]>([])
    list.#json = `[${items.map(({ json }) => json).join(',')}]`
    return list
  }
}

export type Serve = <E extends Endpoint>(
  endpoint: E,
  /** Gives no promise where nothing is waited for, which saves a busy endpoint some of its time. */
  handler: (call: Call<E>) => Answer<E> | Promise<Answer<E>>,
) => void

type Answer<E extends Endpoint> = ResponseOf<E> | WrittenAnswer<ResponseOf<E>>

/**
 * Gives `serve(endpoint, handler)` for an app.
 *
 * @param forms the part of the app that serves the endpoints with a form
 */
export function serveOn(
  app: FastifyInstance,
  { sessions, forms }: { sessions: Sessions; forms: FastifyInstance },
): Serve {
  return (endpoint, handler) => {
    const part = endpoint.multipart === undefined ? app : forms
    part.route({
      method: endpoint.method,
      url: endpoint.path,
      config: { endpoint },
      schema: {
        tags: [endpoint.noun],
        summary: endpoint.summary,
        ...(endpoint.params && { params: endpoint.params }),
        ...(endpoint.query && { querystring: endpoint.query }),
        ...(endpoint.body && { body: endpoint.body }),
        ...(!endpoint.sendsFile && { response: { 200: endpoint.response } }),
      },
      // A file is what it is; a range of it could not be compressed.
      ...(endpoint.sendsFile && { compress: false }),
      preParsing: (request, _reply, _body, done) => {
        if (isOpen(request, endpoint.access)) {
          done(null)
        } else {
          checkAccess(request, endpoint.access, sessions).then(() => done(null), done)
        }
      },
      preValidation: (request, _reply, done) => {
        refuseUndeclaredInput(request)
        done()
      },
      handler: (request, reply) => {
        refuseUnstorableText(request)
        const send = (answer: Answer<typeof endpoint>) => {
          if (answer instanceof WrittenAnswer) {
            reply.type('application/json; charset=utf-8')
            return answer.json
          }
          return answer
        }
        const answer = handler({
          params: request.params,
          query: request.query,
          body: request.body,
          caller: request.signedIn,
          request,
          reply,
          // Fastify has checked the parts by the schemas just given; their types follow from those.
        } as unknown as Call<typeof endpoint>)
        return answer instanceof Promise ? answer.then(send) : send(answer)
      },
    })
  }
}
