/** The one way to call the contract; files in and out, whose progress is shown, share its parts. */
import {
  type BodyInput,
  type Endpoint,
  ErrorReply,
  type ParamsInput,
  type QueryInput,
  type ReadOf,
} from '@rollcall/contract/endpoint'
import { ApiError, type Reply } from './api-error.ts'
import { findSessionToken } from './session.ts'

const CALL_TIMEOUT_MS = 60_000

type Values = Readonly<Record<string, unknown>>

type Part<Name extends string, Value> = [Value] extends [undefined]
  ? { readonly [N in Name]?: undefined }
  : { readonly [N in Name]: Value }

interface Options {
  readonly signal?: AbortSignal
  /** Bearer token in place of the session's; null sends none. */
  readonly token?: string | null
  /** Lets the call outlive the page. */
  readonly keepalive?: boolean
  readonly form?: FormData
  /** The browser's, where the server should know it. */
  readonly timeZone?: string | null
}

type Input<E extends Endpoint> = Options &
  Part<'params', ParamsInput<E>> &
  Part<'query', QueryInput<E>> &
  Part<'body', BodyInput<E>>

/** What a page gets: an answer that is not for its caller is an error, wherever it came from. */
export type Answer<E extends Endpoint> = Exclude<ReadOf<E>, { unauthorized: true }>

/**
 * A call that needs a session is not even made without one.
 *
 * @throws {ApiError} for every outcome but 200 with a body that has what is read of it
 */
export async function callApi<const E extends Endpoint>(
  endpoint: E,
  input: Input<E>,
): Promise<Answer<E>> {
  const {
    params,
    query,
    body,
    signal,
    keepalive = false,
    form,
    timeZone = null,
  } = input as Options & Partial<Record<'params' | 'query' | 'body', Values>>
  const call = prepareCall(endpoint, { params, query, token: input.token, isForm: Boolean(form) })
  if (timeZone !== null) call.headers.set('X-Time-Zone', timeZone)
  const timeout = AbortSignal.timeout(CALL_TIMEOUT_MS)
  let response: Response
  try {
    response = await fetch(call.address, {
      method: endpoint.method,
      headers: call.headers,
      body: form ?? (body === undefined ? null : JSON.stringify(body)),
      credentials: 'omit',
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      keepalive,
    })
  } catch (cause) {
    signal?.throwIfAborted()
    throw unreachable(call, cause)
  }
  if (!response.ok) {
    throw new ApiError({
      status: response.status,
      reply: readReply(await response.text().catch(() => '')),
      token: call.token,
    })
  }
  let text: string
  try {
    text = await response.text()
  } catch (cause) {
    signal?.throwIfAborted()
    throw unreadable(call, cause)
  }
  return readAnswer(call, text)
}

interface PreparedCall<E extends Endpoint = Endpoint> {
  readonly endpoint: E
  readonly address: string
  readonly headers: Headers
  readonly token: string | null
}

interface CallParts {
  readonly params?: Values | undefined
  readonly query?: Values | undefined
  readonly token?: string | null | undefined
  readonly isForm?: boolean
}

/** @throws {ApiError} as a 401, where the endpoint needs a session and nobody is signed in */
export function prepareCall<E extends Endpoint>(
  endpoint: E,
  { params = {}, query = {}, token = findSessionToken(), isForm = false }: CallParts,
): PreparedCall<E> {
  if (token === null && (endpoint.access === 'user' || endpoint.access === 'admin')) {
    throw new ApiError({ status: 401, token })
  }
  const headers = new Headers({ Accept: 'application/json' })
  // The browser names the type of a form, with its boundary.
  if (!isForm) headers.set('Content-Type', 'application/json')
  if (token !== null) headers.set('Authorization', `Bearer ${token}`)
  return { endpoint, address: addressOf(endpoint, params, query), headers, token }
}

function addressOf(endpoint: Endpoint, params: Values, query: Values): string {
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(params[name])),
  )
  const search = new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, String(value)]],
    ),
  )
  const text = search.toString()
  return text === '' ? path : `${path}?${text}`
}

/**
 * @throws {ApiError} where a body that came with status 200 says that it is not for the caller, that
 *   something went wrong, or nothing the contract knows
 */
export function readAnswer<E extends Endpoint>(call: PreparedCall<E>, text: string): Answer<E> {
  const { endpoint, token } = call
  let body: unknown
  try {
    // An empty body answers a call of which nothing is read.
    body = text === '' ? undefined : JSON.parse(text)
  } catch (cause) {
    throw unreadable(call, cause)
  }
  if (isObject(body) && body.unauthorized === true) {
    throw new ApiError({ status: 200, token, isMarkedUnauthorized: true })
  }
  const answer = (endpoint.reads ?? endpoint.response).safeParse(body)
  // Some endpoints answer `error` by contract; of any other it is a failure.
  const isPromised = isObject(answer.data) && 'error' in answer.data
  if (hasSentence(body) && !isPromised) throw new ApiError({ status: 200, reply: body, token })
  if (!answer.success) throw unreadable(call, answer.error)
  return answer.data as Answer<E>
}

/** The words on a call that failed; null where none came that can be read. */
export function readReply(body: string): Reply | null {
  try {
    const reply: unknown = JSON.parse(body)
    const whole = ErrorReply.safeParse(reply)
    if (whole.success) return whole.data
    if (hasSentence(reply)) return { error: reply.error }
    return isObject(reply) && typeof reply.message === 'string' ? { error: reply.message } : null
  } catch {
    return null
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

function hasSentence(reply: unknown): reply is { error: string } {
  return isObject(reply) && typeof reply.error === 'string'
}

export function unreachable(call: PreparedCall, cause: unknown): ApiError {
  return logged(call, new ApiError({ status: null, token: call.token, cause }))
}

/** The error of a call whose answer, of status 200, is not what the contract promises. */
export function unreadable(call: PreparedCall, cause: unknown): ApiError {
  return logged(call, new ApiError({ status: null, token: call.token, isUnreadable: true, cause }))
}

/** Without its query: what somebody searched for stays out of the console. */
function logged({ endpoint, address }: PreparedCall, error: ApiError): ApiError {
  const [path] = address.split('?')
  // biome-ignore lint/suspicious/noConsole: the browser itself tells neither method nor reason.
  console.error(`${endpoint.method} ${path}: ${error.message}`, error.cause)
  return error
}
