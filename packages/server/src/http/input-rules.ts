/** Undeclared input is refused: a misspelt filter must not look like one that matched. */
import type { Endpoint } from '@rollcall/contract/endpoint'
import type { FastifyRequest } from 'fastify'
import { ApiError } from './api-error.ts'

export function refuseUndeclaredInput(request: FastifyRequest): void {
  const { endpoint } = request.routeOptions.config
  if (endpoint === undefined || mayBringMore(endpoint)) {
    return
  }
  const [name] = Object.keys(request.query as object)
  if (endpoint.query === undefined && name !== undefined) {
    throw new ApiError('bad_request', `This call takes no query; it came with ${quoted(name)}.`)
  }
  const takesBody = endpoint.body !== undefined || endpoint.multipart !== undefined
  if (!takesBody && !isEmpty(request.body)) {
    throw new ApiError('bad_request', 'This call takes no body.')
  }
}

/** The companion cannot be changed and may send more; a query behind a file's address is harmless. */
export function mayBringMore({ path, sendsFile }: Endpoint): boolean {
  return path.startsWith('/api/app/') || sendsFile === true
}

/** Callers that always send JSON send an empty object. */
function isEmpty(body: unknown): boolean {
  return (
    body === undefined ||
    body === null ||
    (typeof body === 'object' && !Array.isArray(body) && Object.keys(body).length === 0)
  )
}

function quoted(name: string): string {
  return JSON.stringify(name.slice(0, 60).toWellFormed())
}

export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed()
}

/** PostgreSQL stores no NUL and no lone surrogates. A schema, checked before, bounds the input's depth. */
export function refuseUnstorableText({
  params,
  query,
  body,
}: {
  params: unknown
  query: unknown
  body: unknown
}): void {
  if (!holdsStorableText(params)) {
    throw new ApiError('not_found', 'There is nothing at this address.')
  }
  if (!holdsStorableText(query) || !holdsStorableText(body)) {
    throw new ApiError(
      'bad_request',
      'The text contains a character that cannot be stored. Please type it again.',
    )
  }
}

function holdsStorableText(value: unknown): boolean {
  if (typeof value === 'string') {
    return isStorable(value)
  }
  if (typeof value === 'object' && value !== null) {
    for (const name in value) {
      if (!holdsStorableText((value as Record<string, unknown>)[name])) {
        return false
      }
    }
  }
  return true
}
