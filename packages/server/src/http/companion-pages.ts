/**
 * What the public companion opens beside its calls: the site, the download page and its own picture of
 * the site, all below the host that it was given, which may end in `/k/{uploadKey}`.
 */
import { readFile } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'

const LOGO = new URL('../../assets/logo.png', import.meta.url)

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
