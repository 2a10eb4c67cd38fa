/**
 * `/k/{uploadKey}/api/app/…` is `/api/app/…` with a proof in the address, for a companion that knows
 * a host and nothing else. The key is taken off before routing, so no route and no log line sees it.
 */
import type { IncomingMessage } from 'node:http'
import { blotSecrets } from './blot-secrets.ts'
import { withoutBadEscapes } from './undecodable-address.ts'

const KEYED_ADDRESS = /^\/k\/([^/?#]+)(\/api\/app\/.*)$/
const keyOfRequest = new WeakMap<IncomingMessage, string>()

/** Fastify's `rewriteUrl`. */
export function takeKeyFromAddress(request: IncomingMessage): string {
  const url = withoutBadEscapes(request.url ?? '/')
  const match = KEYED_ADDRESS.exec(url)
  if (match === null) {
    return url
  }
  const [, key = '', rest = ''] = match
  keyOfRequest.set(request, key)
  return rest
}

/** The upload key that stood in the address of the request, if any. */
export function uploadKeyInAddress(request: IncomingMessage): string | undefined {
  return keyOfRequest.get(request)
}

/** An address fit for a log: a key in it is blotted out, a query left off. */
export function blotAddress(url: string): string {
  return blotSecrets(url.replace(/\/k\/[^/?#]+/g, '/k/***').replace(/\?.*$/s, ''))
}
