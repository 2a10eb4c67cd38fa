/** The one way to call the contract. Uploads and downloads of files, which show their progress, share its parts. */
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
  /** A bearer token to send instead of the session's; null sends none. */
  readonly token?: string | null
  /** Lets the call outlive the page. */
  readonly keepalive?: boolean
  readonly form?: FormData
  /** The browser's time zone, if the server should know it. */
  readonly timeZone?: string | null
}

export type Input<E extends Endpoint> = Options &
  Part<'params', ParamsInput<E>> &
  Part<'query', QueryInput<E>> &
  Part<'body', BodyInput<E>>

/** What a page gets. An answer that is not for its caller becomes an error. */
export type Answer<E extends Endpoint> = Exclude<ReadOf<E>, { unauthorized: true }>

/**
 * Without a session, a call that needs one is not made.
 *
 * @throws {ApiError} unless the answer is a 200 with all fields that the web reads
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

/** @throws {ApiError} with status 401 if the endpoint needs a session and nobody is signed in */
export function prepareCall<E extends Endpoint>(
  endpoint: E,
  { params = {}, query = {}, token = findSessionToken(), isForm = false }: CallParts,
): PreparedCall<E> {
  if (token === null && (endpoint.access === 'user' || endpoint.access === 'admin')) {
    throw new ApiError({ status: 401, token })
  }
  const headers = new Headers({ Accept: 'application/json' })
  // For a form the browser sets the type, with the boundary.
  if (!isForm) headers.set('Content-Type', 'application/json')
  if (token !== null) headers.set('Authorization', `Bearer ${token}`)
  return { endpoint, address: addressFor(endpoint, params, query), headers, token }
}

function addressFor(endpoint: Endpoint, params: Values, query: Values): string {
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
 * Reads the body of an answer with status 200.
 * @throws {ApiError} if the body is marked as unauthorized, reports an error, or breaks the contract
 */
export function readAnswer<E extends Endpoint>(call: PreparedCall<E>, text: string): Answer<E> {
  const { endpoint, token } = call
  let body: unknown
  try {
    // A call whose answer is not read may get an empty body.
    body = text === '' ? undefined : JSON.parse(text)
  } catch (cause) {
    throw unreadable(call, cause)
  }
  if (isObject(body) && body.unauthorized === true) {
    throw new ApiError({ status: 200, token, isMarkedUnauthorized: true })
  }
  const answer = (endpoint.reads ?? endpoint.response).safeParse(body)
  // For some endpoints `error` is part of the contract; for all others it is a failure.
  const isPromised = isObject(answer.data) && 'error' in answer.data
  if (hasSentence(body) && !isPromised) throw new ApiError({ status: 200, reply: body, token })
  if (!answer.success) throw unreadable(call, answer.error)
  return answer.data as Answer<E>
}

/** The server's sentence about a failed call; null if it sent none that can be read. */
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

/** The error for an answer with status 200 that breaks the contract. */
export function unreadable(call: PreparedCall, cause: unknown): ApiError {
  return logged(call, new ApiError({ status: null, token: call.token, isUnreadable: true, cause }))
}

/** Logs the address without its query, to keep searches out of the console. */
function logged({ endpoint, address }: PreparedCall, error: ApiError): ApiError {
  const [path] = address.split('?')
  // biome-ignore lint/suspicious/noConsole: the browser itself logs neither the method nor the reason.
  console.error(`${endpoint.method} ${path}: ${error.message}`, error.cause)
  return error
}
