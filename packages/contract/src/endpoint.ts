import * as z from 'zod/mini'

/**
 * `anyone`: a token that is given must be valid, else 401. `user`, `admin`: a live session. `platform-token`:
 * the platform's, not ours. `upload-proof`: decided by uploads, since the file names the channel.
 */
export type Access = 'anyone' | 'user' | 'admin' | 'platform-token' | 'upload-proof'

/** Counted per user, or per address where nobody is signed in; `chat` as `countedBy` says. */
export type RateLimit =
  | 'general'
  | 'sign-in'
  | 'search'
  | 'uploads'
  | 'imports'
  | 'events'
  | 'reports'
  | 'live'
  | 'codes'
  | 'code-guesses'
  | 'chat'
  | 'show'
  | 'pictures'

type Noun =
  | 'auth'
  | 'uploads'
  | 'companions'
  | 'dashboard'
  | 'leaderboards'
  | 'events'
  | 'show'
  | 'sharing'
  | 'scoring'
  | 'releases'
  | 'admin'
  | 'live'
  | 'chat'

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
  readonly path: `/api/${string}` | `/download/${string}` | `/e/${string}`
  readonly access: Access
  readonly rateLimit?: RateLimit
  /** The parameter by whose value calls are counted, where callers share few addresses. */
  readonly countedBy?: string
  readonly summary: string
  readonly params?: Schema
  readonly query?: Schema
  readonly body?: Schema
  readonly multipart?: MultipartForm
  /** What the server promises. */
  readonly response: Schema
  /** What the web asks of an answer, where that is less. docs/decisions/069. */
  readonly reads?: Schema
  readonly sendsFile?: true
  /** The answer, and what is said instead of it, is plain text. */
  readonly sendsText?: true
  /** The answer is a stream of server-sent events, which lasts until either side ends it. */
  readonly sendsEvents?: true
  /** Statuses this endpoint answers beyond those every endpoint may (400, 401, 403, 429, 500, 503). */
  readonly errors?: readonly number[]
}

export function endpoint<const E extends Endpoint>(definition: E): E {
  return definition
}

type Shape = Readonly<Record<string, Schema>>
type Reading<S extends Shape, Needed extends keyof S> = {
  [Name in keyof S]: Name extends Needed ? S[Name] : z.ZodMiniCatch<z.ZodMiniOptional<S[Name]>>
}

/**
 * An object of which only the `needed` fields must be there: another one that is absent, or not what the schema
 * has, is undefined.
 */
export function reading<S extends Shape, const Needed extends keyof S & string>(
  { shape }: z.ZodMiniObject<S>,
  needed: readonly Needed[],
): z.ZodMiniObject<Reading<S, Needed>> {
  const isNeeded = (name: string) => needed.some((one) => one === name)
  const fields = Object.entries<Schema>(shape).map(([name, field]) => [
    name,
    isNeeded(name) ? field : z.catch(z.optional(field), undefined),
  ])
  return z.object(Object.fromEntries(fields) as Reading<S, Needed>)
}

/** For `reads`: the answer, or null where it is another one. */
export function orNothing<S extends Schema>(schema: S) {
  return z.catch(z.nullable(schema), null)
}

export const MAX_ID = 999_999_999

export const MAX_SEARCH_LENGTH = 200
export const MAX_CHANNEL_NAME_LENGTH = 512
export const MAX_RACER_NAME_LENGTH = 600
export const MAX_TIME_ZONE_LENGTH = 100

export const id = z.int().check(z.minimum(1), z.maximum(MAX_ID))
export const NO_SUCH_NUMBER = 'There is nothing at this address: it must end in a whole number.'
/** The same in an address: as its text, and read. */
export const idText = z.string().check(z.regex(/^[1-9]\d{0,8}$/, NO_SUCH_NUMBER))
export const numberInAddress = z.pipe(
  idText,
  z.transform((text) => Number(text)),
)
export const idParams = z.object({ id: numberInAddress })
export const pageNumber = z._default(numberInAddress, 1)

/** Part of a name, letter case ignored. */
export const searchText = z._default(z.string().check(z.maxLength(MAX_SEARCH_LENGTH)), '')

/** When an event is. */
export const eventDays = {
  /** First and last day in the event's time zone. */
  startAt: z.string(),
  endAt: z.string(),
  /** The same as instants; the end is exclusive. */
  startsAt: z.string(),
  endsAt: z.string(),
}

/** How a row names its racer: docs/scoring.md, Racers. */
export const racerLabel = {
  /** Identifies the racer, also when boards are merged: the login, or `login (Platform)`. */
  racer_name: z.string(),
  /** To be shown instead; absent: the `racer_name` is. */
  display_name: z.optional(z.string()),
  /** Of the name, RRGGBBAA; absent: not known. */
  color: z.optional(z.string().check(z.regex(/^[\dA-F]{8}$/))),
}

/** Beside a `username`: to be shown instead; absent: the username is. docs/scoring.md, Racers. */
export const displayName = z.optional(z.string())

export const done = z.object({ status: z.literal('success') })

type OutputOf<S> = S extends Schema ? z.output<S> : undefined
type InputOf<S> = S extends Schema ? z.input<S> : undefined

export type ParamsOf<E extends Endpoint> = OutputOf<E['params']>
export type QueryOf<E extends Endpoint> = OutputOf<E['query']>
export type BodyOf<E extends Endpoint> = OutputOf<E['body']>
export type ParamsInput<E extends Endpoint> = InputOf<E['params']>
export type QueryInput<E extends Endpoint> = InputOf<E['query']>
export type BodyInput<E extends Endpoint> = InputOf<E['body']>
export type ResponseOf<E extends Endpoint> = z.output<E['response']>
export type ReadOf<E extends Endpoint> = E['reads'] extends Schema
  ? z.output<E['reads']>
  : ResponseOf<E>

/** `error` is one sentence for a person, `code` is stable; `line` and `column` count in an uploaded file. */
export const ErrorReply = z.object({
  error: z.string(),
  code: z.string(),
  requestId: z.string(),
  part: z.optional(z.string()),
  line: z.optional(z.number()),
  column: z.optional(z.union([z.string(), z.number()])),
})
export type ErrorReply = z.infer<typeof ErrorReply>
