import { saying } from '@rollcall/scoring/problem'
import * as z from 'zod/mini'
import { ID_PATTERN } from './pages.ts'
import { ADDRESS_CHECKS } from './problems/http.ts'
import type { Scope } from './scopes.ts'

/**
 * `anyone`: the call needs no token, but an invalid token means 401. `user`, `admin`: a live session. `platform-token`:
 * a token of the platform and not one of ours. `upload-proof`: the code for uploads decides, because the file names the
 * channel.
 */
export type Access = 'anyone' | 'user' | 'admin' | 'platform-token' | 'upload-proof'

/** Calls are counted per user, or per address if nobody is signed in. An endpoint can change this with `countedBy`. */
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
  | 'exports'
  | 'meetings'

type Noun =
  | 'auth'
  | 'api-keys'
  | 'account'
  | 'uploads'
  | 'companions'
  | 'dashboard'
  | 'leaderboards'
  | 'events'
  | 'channels'
  | 'games'
  | 'maps'
  | 'racers'
  | 'seasons'
  | 'search'
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
  /** On a slow connection, the files may take up to an hour. */
  readonly isLarge?: true
}

type Schema = z.ZodMiniType

export interface Endpoint {
  readonly noun: Noun
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Fastify's spelling: parameters as `:name`. A trailing slash makes no difference. */
  readonly path: `/${'api' | 'download'}/${string}` | `/${string}/card.png` | `/card.png`
  readonly access: Access
  /** The scope that an API key needs for this call; absent: no API key may make it. Calls that write have none. */
  readonly scope?: Scope
  readonly rateLimit?: RateLimit
  /** The parameter by which calls are counted, for callers who share an address with many others. */
  readonly countedBy?: string
  readonly summary: string
  readonly params?: Schema
  readonly query?: Schema
  readonly body?: Schema
  readonly multipart?: MultipartForm
  /** What the server promises. */
  readonly response: Schema
  /** What the web needs of an answer, if that is less than the server promises. docs/decisions/069. */
  readonly reads?: Schema
  readonly sendsFile?: true
  /** The answer and every refusal are plain text. */
  readonly sendsText?: true
  /** The call asks for a WebSocket, which lasts until either side closes it. */
  readonly opensSocket?: true
  /**
   * Statuses that this endpoint may answer with, in addition to those of every endpoint (400, 401, 403, 429, 500, 503).
   */
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
 * The object schema with only the `needed` fields required. Any other field that is missing or does not match becomes
 * undefined.
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

/** For `reads`: the answer, or null if the answer does not match. */
export function orNothing<S extends Schema>(schema: S) {
  return z.catch(z.nullable(schema), null)
}

export const MAX_ID = 999_999_999

export const MAX_SEARCH_LENGTH = 200
export const MAX_CHANNEL_NAME_LENGTH = 512
export const MAX_RACER_NAME_LENGTH = 600
export const MAX_TIME_ZONE_LENGTH = 100

export const id = z.int().check(z.minimum(1), z.maximum(MAX_ID))
const says = saying(ADDRESS_CHECKS)
/** An id in an address: as text, and as a number. */
export const idText = z.string().check(z.regex(ID_PATTERN, says('no_such_number')))
export const numberInAddress = z.pipe(
  idText,
  z.transform((text) => Number(text)),
)
export const idParams = z.object({ id: numberInAddress })
export const pageNumber = z._default(numberInAddress, 1)

/** Part of a name, compared as by `foldName`. */
export const searchText = z._default(z.string().check(z.maxLength(MAX_SEARCH_LENGTH)), '')

/** The formats in which a board can be downloaded: both have the same rows and fields. */
export const ExportFormat = z.enum(['csv', 'json'])
export type ExportFormat = z.infer<typeof ExportFormat>

/** The query of a download, beside what selects the view. */
export const exportFormat = { format: z._default(ExportFormat, 'json') } as const

/** When an event takes place. */
export const eventDays = {
  /** First and last day in the event's time zone. */
  startAt: z.string(),
  endAt: z.string(),
  /** The same as instants. The end is exclusive. */
  startsAt: z.string(),
  endsAt: z.string(),
}

/** When its organiser plans to start an event's show, as an instant; null: not planned. */
export const plannedShow = { showAt: z.nullable(z.string()) }

/** How a row names its racer. docs/scoring.md, Racers. */
export const racerLabel = {
  /** Identifies the racer, even across merged boards: the login, or `login (Platform)`. */
  racer_name: z.string(),
  /** The name to show; if it is missing, show the `racer_name`. */
  display_name: z.optional(z.string()),
  /** The name's colour, RRGGBBAA; missing if unknown. */
  color: z.optional(z.string().check(z.regex(/^[\dA-F]{8}$/))),
  /** The login has changed hands, and not all of the row is its present owner's: it leads to nobody's page. */
  leads_nowhere: z.optional(z.literal(true)),
}

/** The address of a channel's page, or of a person's page as a racer. */
export const PageAddress = z.object({ platform: z.string(), login: z.string() })
export type PageAddress = z.infer<typeof PageAddress>

/** How an answer names a channel: its name, and the parts of its page's address. */
export const ChannelLabel = z.object({
  platform: z.string(),
  login: z.string(),
  name: z.string(),
  profileImageUrl: z.nullable(z.string()),
})
export type ChannelLabel = z.infer<typeof ChannelLabel>

/**
 * A day of a channel whose points are shown after a show, because a sealed event holds games of that day.
 * docs/scoring.md, Held days
 */
export const HeldDay = z.object({
  /** YYYY-MM-DD */
  day: z.string(),
  /** The event with that show; null unless it is listed, or the reader takes part in it. */
  event: z.nullable(
    z.object({
      name: z.string(),
      /** null: the show has no public page. */
      publicToken: z.nullable(z.string()),
    }),
  ),
})
export type HeldDay = z.infer<typeof HeldDay>

/** How an answer names a map. Maps with the same name by different builders are different maps. */
export const MapLabel = z.object({
  id: z.number(),
  name: z.string(),
  /** Who built it; null if unknown. */
  creator: z.nullable(z.string()),
})

/** The name to show instead of a `username`; if it is missing, show the username. docs/scoring.md, Racers. */
export const displayName = z.optional(z.string())

/** The names of somebody who has signed in. */
export const userNames = { username: z.string(), display_name: displayName } as const

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

/** The facts in the sentence of a problem, by name. */
export const ProblemParams = z.record(
  z.string(),
  z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]),
)

/**
 * `error` is one sentence for a person, `code` is stable (`problems/`), and `params` are the facts in the sentence.
 * `line` and `column` are places in an uploaded file.
 */
export const ErrorReply = z.object({
  error: z.string(),
  code: z.string(),
  params: z.optional(ProblemParams),
  requestId: z.string(),
  part: z.optional(z.string()),
  line: z.optional(z.number()),
  column: z.optional(z.union([z.string(), z.number()])),
})
export type ErrorReply = z.infer<typeof ErrorReply>
