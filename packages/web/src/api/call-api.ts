/** The one way to call the contract. */
import type {
  BodyInput,
  Endpoint,
  ParamsInput,
  QueryInput,
  ResponseOf,
} from '@rollcall/contract/endpoint'
import { ApiError } from './api-error.ts'
import {
  addressOf,
  failUnreachable,
  headersWith,
  readReply,
  tokenFor,
  type Values,
} from './prepare-call.ts'

const CALL_TIMEOUT_MS = 60_000

type Part<Name extends string, Value> = [Value] extends [undefined]
  ? { readonly [N in Name]?: undefined }
  : { readonly [N in Name]: Value }

interface Options {
  readonly signal?: AbortSignal
  /** Bearer token in place of the session's; null sends none. */
  readonly token?: string | null
  /** Lets the call outlive the page. */
  readonly keepalive?: boolean
  /** The form of a multipart endpoint. */
  readonly form?: FormData
}

type Input<E extends Endpoint> = Options &
  Part<'params', ParamsInput<E>> &
  Part<'query', QueryInput<E>> &
  Part<'body', BodyInput<E>>

/**
 * A call that needs a session is not even made without one.
 *
 * @throws {ApiError} for every outcome but 200 with the body the contract promises
 */
export async function callApi<const E extends Endpoint>(
  endpoint: E,
  input: Input<E>,
): Promise<ResponseOf<E>> {
  const {
    params,
    query,
    body,
    signal,
    keepalive = false,
    form = null,
  } = input as Options & Partial<Record<'params' | 'query' | 'body', Values>>
  const token = tokenFor(endpoint, input.token)
  const timeout = AbortSignal.timeout(CALL_TIMEOUT_MS)
  const headers = headersWith(token)
  // Only where there is a body: an empty one is no JSON, and the browser names a form's own type.
  if (body !== undefined) headers.set('Content-Type', 'application/json')

  let response: Response
  try {
    response = await fetch(addressOf(endpoint, params ?? {}, query ?? {}), {
      method: endpoint.method,
      headers,
      body: body === undefined ? form : JSON.stringify(body),
      credentials: 'omit',
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      keepalive,
    })
  } catch (cause) {
    signal?.throwIfAborted()
    return failUnreachable(token, cause)
  }
  if (!response.ok) {
    const reply = readReply(await response.text().catch(() => ''))
    throw new ApiError({ status: response.status, reply, token })
  }
  try {
    return endpoint.response.parse(await response.json()) as ResponseOf<E>
  } catch (cause) {
    signal?.throwIfAborted()
    throw new ApiError({ status: null, reply: null, token, cause })
  }
}
