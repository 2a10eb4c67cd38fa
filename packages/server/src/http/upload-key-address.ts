/**
 * `/k/{uploadKey}/api/app/…` is `/api/app/…` with a proof in the address, for a companion that knows a
 * host and nothing else; it downloads installers and a picture from there too. The key is removed before
 * routing, so no route and no log line sees it.
 */
import type { IncomingMessage } from 'node:http'

const KEYED_ADDRESS = /^\/k\/([^/?#]+)(\/(?:api\/app|download|assets\/images)\/[^?#].*)$/
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

/** The upload key in the address of the request, if any. */
export function uploadKeyInAddress(request: IncomingMessage): string | undefined {
  return keyOfRequest.get(request)
}

/**
 * An address that cannot be decoded (`/%`, overlong UTF-8) means itself, letter by letter. The router
 * would answer it on its own: without our headers, in its own words and with the address in them.
 */
function withoutBadEscapes(url: string): string {
  if (!url.includes('%')) {
    return url
  }
  const end = url.search(/[?#]/)
  const path = end === -1 ? url : url.slice(0, end)
  return isDecodable(path) ? url : path.replaceAll('%', '%25') + url.slice(path.length)
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path)
    return true
  } catch {
    return false
  }
}
