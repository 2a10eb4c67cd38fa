/** What an endpoint of the HTTP contract is: data that the server registers, the web calls and OpenAPI shows. */
import * as z from 'zod/mini'

/**
 * Who may call. Enforced in one place on the server, before the handler runs.
 *
 * - `anyone`: no token needed; one that is given must be valid, else 401.
 * - `user`: a live session.
 * - `admin`: a live session of an admin.
 * - `platform-token`: the bearer header carries the streaming platform's access token, not ours.
 * - `upload-proof`: proof for one channel: upload key, session, ticket or pairing. The file names the
 *   channel, so uploads decide once they have read it.
 */
export type Access = 'anyone' | 'user' | 'admin' | 'platform-token' | 'upload-proof'

/** Which rate limit counts a call. Limits are counted per user, or per address where nobody is signed in. */
export type RateLimit = 'general' | 'sign-in' | 'search' | 'uploads' | 'events' | 'reports' | 'live'

export type Noun =
  | 'auth'
  | 'uploads'
  | 'dashboard'
  | 'leaderboards'
  | 'events'
  | 'scoring'
  | 'releases'
  | 'admin'
  | 'live'

/** A multipart form: its file parts and text fields, each with a sentence on what it holds. */
export interface MultipartForm {
  readonly files: Readonly<Record<string, string>>
  readonly optionalFiles?: Readonly<Record<string, string>>
  readonly fields: Readonly<Record<string, string>>
  /** Its files may be so large that a slow connection needs up to an hour. */
  readonly isLarge?: true
}

type Schema = z.ZodMiniType

export interface Endpoint {
  readonly noun: Noun
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Fastify's spelling: parameters as `:name`. A trailing slash makes no difference. */
  readonly path: `/api/${string}` | `/download/${string}`
  readonly access: Access
  readonly rateLimit?: RateLimit
  readonly summary: string
  readonly params?: Schema
  readonly query?: Schema
  readonly body?: Schema
  readonly multipart?: MultipartForm
  readonly response: Schema
  /** The answer is a file, whole or in part, not JSON. */
  readonly sendsFile?: true
  /** The answer is a stream of server-sent events, which lasts until either side ends it. */
  readonly sendsEvents?: true
  /** Statuses this endpoint answers beyond those every endpoint may (400, 401, 403, 429, 500, 503). */
  readonly errors?: readonly number[]
}

/** Declares an endpoint, keeping the exact types of its schemas. */
export function endpoint<const E extends Endpoint>(definition: E): E {
  return definition
}

export const MAX_ID = 999_999_999

/** Of a text that names are searched by. */
export const MAX_SEARCH_LENGTH = 200
/** Of a channel's name as a file or a caller gives it. */
export const MAX_CHANNEL_NAME_LENGTH = 512
/** Of a racer's name on a board: a login and perhaps the platform. */
export const MAX_RACER_NAME_LENGTH = 600
export const MAX_TIME_ZONE_LENGTH = 100

/** The parameter `:id` of an address: a whole number from 1 to MAX_ID. */
export const idParams = z.object({
  id: z.pipe(
    z.string().check(z.regex(/^[1-9]\d{0,8}$/)),
    z.transform((text) => Number(text)),
  ),
})

/** The parameter `page` of a list: a whole number from 1, the default. */
export const pageNumber = z._default(
  z.pipe(
    z.string().check(z.regex(/^[1-9]\d{0,8}$/)),
    z.transform((text) => Number(text)),
  ),
  1,
)

type OutputOf<S> = S extends Schema ? z.output<S> : undefined
type InputOf<S> = S extends Schema ? z.input<S> : undefined

export type ParamsOf<E extends Endpoint> = OutputOf<E['params']>
export type QueryOf<E extends Endpoint> = OutputOf<E['query']>
export type BodyOf<E extends Endpoint> = OutputOf<E['body']>
export type ParamsInput<E extends Endpoint> = InputOf<E['params']>
export type QueryInput<E extends Endpoint> = InputOf<E['query']>
export type BodyInput<E extends Endpoint> = InputOf<E['body']>
export type ResponseOf<E extends Endpoint> = z.output<E['response']>

/**
 * The body of every answer that is not 200. `error` is one plain sentence for a person; `code` is
 * stable and for programs; `line` and `column` say where in an uploaded file the problem is.
 */
export const ErrorReply = z.object({
  error: z.string(),
  code: z.string(),
  requestId: z.string(),
  part: z.optional(z.string()),
  line: z.optional(z.number()),
  column: z.optional(z.union([z.string(), z.number()])),
})
export type ErrorReply = z.infer<typeof ErrorReply>
