/**
 * The addresses that the public companion calls. Its host may end in `/k/{uploadKey}`; the key is removed before
 * routing, so that no route and no log line sees it.
 */

import { readFile } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { PAGES, parentOf } from '@rollcall/contract/pages'
import { KEYED_SITE } from '@rollcall/contract/places'
import type { FastifyInstance } from 'fastify'

const KEYED_ADDRESS = new RegExp(
  `^${parentOf(KEYED_SITE)}/([^/?#]+)(/(?:api/app|download|assets/images)/[^?#].*)$`,
)
const LOGO = new URL('../../assets/logo.png', import.meta.url)
const uploadKeys = new WeakMap<IncomingMessage, string>()

/** Fastify's `rewriteUrl`. */
export function takeKeyFromAddress(request: IncomingMessage): string {
  const url = withoutBadEscapes(request.url ?? '/')
  const match = KEYED_ADDRESS.exec(url)
  if (match === null) {
    return url
  }
  const [, key = '', rest = ''] = match
  uploadKeys.set(request, key)
  return rest
}

export function uploadKeyInAddress(request: IncomingMessage): string | undefined {
  return uploadKeys.get(request)
}

/**
 * Without this the router would answer `/%` before our hooks run: without our headers, and with the address in the
 * answer.
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

/** The pages and pictures that the companion opens below the host that its user entered. */
export async function serveCompanionPages(app: FastifyInstance): Promise<void> {
  const options = { schema: { hide: true } }
  const logo = await readFile(LOGO)
  app.get('/assets/images/mystats_logo.png', options, (_request, reply) =>
    reply.type('image/png').header('cache-control', 'public, max-age=86400').send(logo),
  )
  // The redirect removes the key from the browser's address bar, which streamers show to everybody.
  app.get(KEYED_SITE.path, options, (_request, reply) => reply.redirect(PAGES.front.path))
  app.get(KEYED_SITE.path + PAGES.download.path, options, (_request, reply) =>
    reply.redirect(PAGES.download.path),
  )
}
