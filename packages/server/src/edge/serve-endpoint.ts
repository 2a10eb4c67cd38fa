import { hash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import type { BodyOf, Endpoint, ParamsOf, QueryOf, ResponseOf } from '@rollcall/contract/endpoint'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import type { WebSocket } from 'ws'
import type * as z from 'zod/mini'
import { askingFor } from '../platform/database/shared-pool.ts'
import { type Callers, checkAccess, isOpen, type SignedIn } from './access.ts'
import { ApiError } from './api-error.ts'
import { refuseUndeclaredInput, refuseUnstorableText } from './input-rules.ts'
import { callerKey, ownerKey } from './rate-limits.ts'
import { StreamedList } from './streamed-list.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** What a call for a WebSocket has taken. */
    opening?: SocketOpening
  }
}

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
  #digest: string | null = null

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
    return `W/"${this.digest}"`
  }

  /** The same for equal answers, and otherwise different; fit for an address. */
  get digest(): string {
    this.#digest ??= hash('sha1', this.json, 'base64url')
    return this.#digest
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
  | (E extends { opensSocket: true } ? SocketOpening : never)
type StreamedListOf<Response> = Response extends (infer Item)[] ? StreamedList<Item> : never

/** What a call for a WebSocket has taken before its socket is open. */
export interface SocketOpening {
  open: (socket: WebSocket) => void
  /** Gives back what it has taken, once the connection is gone. */
  drop: () => void
}

/** @param forms the part of the app that serves the endpoints with a form */
export function serveOn(
  app: FastifyInstance,
  { forms, ...callers }: Callers & { forms: FastifyInstance },
): Serve {
  return (endpoint, handler) => {
    const { opensSocket = false, sendsFile = false } = endpoint
    const part = endpoint.multipart === undefined ? app : forms
    const answerTo = (request: FastifyRequest, reply: FastifyReply) => {
      refuseUnstorableText(request)
      const call = {
        params: request.params,
        query: request.query,
        body: request.body,
        caller: request.signedIn,
        request,
        reply,
        // Fastify has checked these parts against the schemas below.
      } as unknown as Call<typeof endpoint>
      return askingFor(ownerKey(request), () => handler(call))
    }
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
        ...(!(sendsFile || opensSocket) && { response: { 200: endpoint.response } }),
      },
      // A range of a file cannot be compressed, and the answer to a form must not wait for the end of the form.
      ...((sendsFile || endpoint.multipart) && { compress: false }),
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
        const send = (answer: Answer<typeof endpoint>) => {
          if (answer instanceof WrittenAnswer) {
            return sendWritten(answer, request, reply)
          }
          return answer instanceof StreamedList ? answer.send(reply) : answer
        }
        const answer = answerTo(request, reply)
        return answer instanceof Promise ? answer.then(send) : send(answer)
      },
      ...(opensSocket && openingSocket(answerTo)),
    })
  }
}

function sendWritten(
  answer: WrittenAnswer<unknown>,
  request: FastifyRequest,
  reply: FastifyReply,
): string | Buffer {
  reply.header('content-type', 'application/json; charset=utf-8').header('etag', answer.etag)
  const gzip = takesGzip(request) ? answer.gzip : null
  if (gzip === null) {
    return answer.json
  }
  reply.header('content-encoding', 'gzip').header('vary', 'accept-encoding')
  return gzip
}

/** The part of a route that opens a WebSocket, once the call has passed the checks of every call. */
function openingSocket(
  answerTo: (request: FastifyRequest, reply: FastifyReply) => unknown,
): Pick<RouteOptions, 'exposeHeadRoute' | 'preHandler' | 'wsHandler' | 'handler'> {
  return {
    exposeHeadRoute: false,
    preHandler: async (request, reply) => {
      const opening = (await answerTo(request, reply)) as SocketOpening
      request.opening = opening
      const { socket } = request.raw
      if (socket.destroyed) {
        opening.drop()
      } else {
        socket.once('close', opening.drop)
      }
    },
    wsHandler: (socket, request) => request.opening?.open(socket),
    handler: (request) => {
      request.opening?.drop()
      throw new ApiError('not_a_socket')
    },
  }
}

/** Whether the caller accepts gzip. */
function takesGzip({ headers }: FastifyRequest): boolean {
  return TAKES_GZIP.test(headers['accept-encoding'] ?? '')
}

const TAKES_GZIP = /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i
