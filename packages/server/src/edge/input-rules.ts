/** Refuses undeclared input: a misspelt filter must not look as if it worked. */
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
    throw new ApiError('query_not_taken', { name: name.slice(0, 60).toWellFormed() })
  }
  const takesBody = endpoint.body !== undefined || endpoint.multipart !== undefined
  if (!takesBody && !isEmpty(request.body)) {
    throw new ApiError('body_not_taken')
  }
}

/** We cannot change the public companion, and it may send more. A query on a file's address is harmless. */
export function mayBringMore({ path, sendsFile }: Endpoint): boolean {
  return path.startsWith('/api/app/') || sendsFile === true
}

/** Some callers always send JSON, so they send an empty object. */
function isEmpty(body: unknown): boolean {
  return (
    body === undefined ||
    body === null ||
    (typeof body === 'object' && !Array.isArray(body) && Object.keys(body).length === 0)
  )
}

export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed()
}

/** PostgreSQL cannot store NULs and lone surrogates. The schema runs first and limits the depth of the input. */
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
    throw new ApiError('not_found')
  }
  if (!holdsStorableText(query) || !holdsStorableText(body)) {
    throw new ApiError('character_not_storable')
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
