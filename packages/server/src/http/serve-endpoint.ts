import { hash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import type { BodyOf, Endpoint, ParamsOf, QueryOf, ResponseOf } from '@rollcall/contract/endpoint'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type * as z from 'zod/mini'
import { askingFor } from '../database/shared-pool.ts'
import { type Callers, checkAccess, isOpen, type SignedIn } from './access.ts'
import { refuseUndeclaredInput, refuseUnstorableText } from './input-rules.ts'
import { callerKey, ownerKey } from './rate-limits.ts'
import { StreamedList } from './streamed-list.ts'

type AnswerSchema = z.ZodMiniType

export interface Call<E extends Endpoint> {
  params: ParamsOf<E>
  query: QueryOf<E>
  body: BodyOf<E>
  caller: E['access'] extends 'user' | 'admin' ? SignedIn : SignedIn | null
  request: FastifyRequest
  /** For endpoints that send a file as their answer. */
  reply: FastifyReply
}

/** An answer that is checked against its schema and serialised once, for any number of calls. */
export class WrittenAnswer<Answer> {
  /** Exists only for the compiler. */
  declare readonly answer: Answer
  readonly json: string
  readonly #isCompressed: boolean
  #gzip: Buffer | null = null
  #etag: string | null = null

  private constructor(json: string, isCompressed: boolean) {
    this.json = json
    this.#isCompressed = isCompressed
  }

  /** The compressed answer, for answers that many callers request at once; compressed on the first request. */
  get gzip(): Buffer | null {
    if (this.#isCompressed) {
      this.#gzip ??= gzipSync(this.json)
    }
    return this.#gzip
  }

  get etag(): string {
    this.#etag ??= `W/"${hash('sha1', this.json, 'base64')}"`
    return this.#etag
  }

  static of<S extends AnswerSchema>(
    schema: S,
    answer: z.output<S>,
    { isCompressed = false } = {},
  ): WrittenAnswer<z.output<S>> {
    return new WrittenAnswer(JSON.stringify(schema.parse(answer)), isCompressed)
  }
}

export type Serve = <E extends Endpoint>(
  endpoint: E,
  /** May return the answer without a promise, which saves time on busy endpoints that wait for nothing. */
  handler: (call: Call<E>) => Answer<E> | Promise<Answer<E>>,
) => void

type Answer<E extends Endpoint> =
  | ResponseOf<E>
  | WrittenAnswer<ResponseOf<E>>
  | StreamedListOf<ResponseOf<E>>
  | (E extends { sendsFile: true } ? FastifyReply : never)
type StreamedListOf<Response> = Response extends (infer Item)[] ? StreamedList<Item> : never

/** @param forms the part of the app that serves the endpoints with a form */
export function serveOn(
  app: FastifyInstance,
  { forms, ...callers }: Callers & { forms: FastifyInstance },
): Serve {
  return (endpoint, handler) => {
    const isStream = endpoint.sendsFile || endpoint.sendsEvents
    const part = endpoint.multipart === undefined ? app : forms
    part.route({
      method: endpoint.method,
      url: endpoint.path,
      config: { endpoint },
      // A HEAD request to a stream would never end.
      ...(endpoint.sendsEvents && { exposeHeadRoute: false }),
      schema: {
        tags: [endpoint.noun],
        summary: endpoint.summary,
        ...(endpoint.params && { params: endpoint.params }),
        ...(endpoint.query && { querystring: endpoint.query }),
        ...(endpoint.body && { body: endpoint.body }),
        ...(!isStream && { response: { 200: endpoint.response } }),
      },
      // A range of a file cannot be compressed, an event must not wait for the next one, and the answer to a form must
      // not wait for the end of the form.
      ...((isStream || endpoint.multipart) && { compress: false }),
      preParsing: (request, reply, _body, done) => {
        if (isOpen(request, endpoint.access)) {
          done(null)
        } else {
          askingFor(callerKey(request), () =>
            checkAccess(request, reply, { endpoint, callers }),
          ).then(() => done(null), done)
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
            reply
              .header('content-type', 'application/json; charset=utf-8')
              .header('etag', answer.etag)
            const gzip = takesGzip(request) ? answer.gzip : null
            if (gzip === null) {
              return answer.json
            }
            reply.header('content-encoding', 'gzip').header('vary', 'accept-encoding')
            return gzip
          }
          return answer instanceof StreamedList ? answer.send(reply) : answer
        }
        const call = {
          params: request.params,
          query: request.query,
          body: request.body,
          caller: request.signedIn,
          request,
          reply,
          // Fastify has checked these parts against the schemas above.
        } as unknown as Call<typeof endpoint>
        const answer = askingFor(ownerKey(request), () => handler(call))
        return answer instanceof Promise ? answer.then(send) : send(answer)
      },
    })
  }
}

/** Whether the caller accepts gzip. */
function takesGzip({ headers }: FastifyRequest): boolean {
  return TAKES_GZIP.test(headers['accept-encoding'] ?? '')
}

const TAKES_GZIP = /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i
