/** What an endpoint does not declare it does not take: a misspelt filter must not look like one that matched. */
import type { Endpoint } from '@rollcall/contract/endpoint'
import type { FastifyRequest } from 'fastify'
import { ApiError } from './api-error.ts'

/** @throws {ApiError} `bad_request` for a query or a body where the contract has none */
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

/**
 * The companion is not ours to change and may send more than we know of; and who puts something
 * behind the address of a file means the file. Nothing of it is read.
 */
export function mayBringMore({ path, sendsFile }: Endpoint): boolean {
  return path.startsWith('/api/app/') || sendsFile === true
}

/** Callers that always send JSON have an empty object where there is nothing to say. */
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
