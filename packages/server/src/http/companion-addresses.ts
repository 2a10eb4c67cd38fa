/**
 * The addresses of the public companion, whose host may end in `/k/{uploadKey}`: the key is removed before
 * routing, so that no route and no log line sees it.
 */
import { readFile } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'

const KEYED_ADDRESS = /^\/k\/([^/?#]+)(\/(?:api\/app|download|assets\/images)\/[^?#].*)$/
const LOGO = new URL('../../assets/logo.png', import.meta.url)
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

export function uploadKeyInAddress(request: IncomingMessage): string | undefined {
  return keyOfRequest.get(request)
}

/** Else the router would answer `/%` on its own: without our headers, and with the address in its words. */
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

/** What it opens below the host it was given. */
export async function serveCompanionPages(app: FastifyInstance): Promise<void> {
  const options = { schema: { hide: true } }
  const logo = await readFile(LOGO)
  app.get('/assets/images/mystats_logo.png', options, (_request, reply) =>
    reply.type('image/png').header('cache-control', 'public, max-age=86400').send(logo),
  )
  // A redirect takes the key out of the browser's address bar, which streamers show to everybody.
  app.get('/k/:uploadKey', options, (_request, reply) => reply.redirect('/'))
  app.get('/k/:uploadKey/download', options, (_request, reply) => reply.redirect('/download'))
}
