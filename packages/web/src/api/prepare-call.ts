/** What every way to call the contract has in common: the address, the session, the headers. */
import { type Endpoint, ErrorReply } from '@rollcall/contract/endpoint'
import { ApiError, type Reply } from './api-error.ts'
import { findSessionToken } from './session.ts'

export type Values = Readonly<Record<string, unknown>>

export function addressOf(endpoint: Endpoint, params: Values, query: Values = {}): string {
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(params[name])),
  )
  const search = new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, String(value)]],
    ),
  )
  return search.size > 0 ? `${path}?${search}` : path
}

/**
 * The token a call carries; null where it needs none and there is none.
 *
 * @throws {ApiError} as a 401, where the endpoint needs a session and there is none
 */
export function tokenFor(
  endpoint: Endpoint,
  token: string | null = findSessionToken(),
): string | null {
  if (token === null && (endpoint.access === 'user' || endpoint.access === 'admin')) {
    throw new ApiError({ status: 401, reply: null, token })
  }
  return token
}

export function headersWith(token: string | null): Headers {
  const headers = new Headers({ Accept: 'application/json' })
  if (token !== null) headers.set('Authorization', `Bearer ${token}`)
  // Events that the streamer's companion makes lie in the time zone of the browser.
  headers.set('X-Time-Zone', Intl.DateTimeFormat().resolvedOptions().timeZone)
  return headers
}

/** The words on a call that failed; null where none came that can be read. */
export function readReply(body: string): Reply | null {
  try {
    const reply: unknown = JSON.parse(body)
    return ErrorReply.safeParse(reply).data ?? (hasSentence(reply) ? { error: reply.error } : null)
  } catch {
    return null
  }
}

function hasSentence(reply: unknown): reply is { readonly error: string } {
  return (
    typeof reply === 'object' &&
    reply !== null &&
    'error' in reply &&
    typeof reply.error === 'string'
  )
}

/** @throws {ApiError} for a call that got no answer */
export function failUnreachable(token: string | null, cause: unknown): never {
  throw new ApiError({ status: null, reply: null, token, cause: new TypeError(String(cause)) })
}
