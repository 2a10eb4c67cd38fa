import { readFile } from 'node:fs/promises'
import path from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from './api-error.ts'
import { errorReply } from './error-reply.ts'

/** `/download` is a page, and everything below it is a file. */
const NOT_A_PAGE = /^\/(?:(?:api|k|assets|practice-platform)(?:\/|$)|download\/.)/

/** What one page adds to the head that all pages have. */
export interface PageHead {
  tags: string
  /** Whether search engines may list it. */
  isListed: boolean
}

export async function servePages(
  app: FastifyInstance,
  webDir: string | undefined,
  makeHead: (request: FastifyRequest) => Promise<PageHead | null>,
): Promise<void> {
  if (webDir !== undefined) {
    await app.register(fastifyStatic, {
      root: webDir,
      preCompressed: true,
      wildcard: false,
      dotfiles: 'ignore',
      cacheControl: false,
      setHeaders: (reply, path) => {
        const isHashed = /[\\/]assets[\\/]/.test(path)
        reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
      },
    })
  }
  app.setNotFoundHandler(async (request, reply) => {
    if (webDir !== undefined && isPageCall(request)) {
      return sendPage(request, reply, { webDir, head: await makeHead(request) })
    }
    const error = new ApiError('not_found')
    return reply.code(error.status).send(errorReply(error, request))
  })
}

function isPageCall(request: FastifyRequest): boolean {
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  return isRead && !NOT_A_PAGE.test(request.url.replace(/\?.*$/s, ''))
}

/** Overlays and embedded boards are a program of their own. */
const SMALL_PROGRAM = /^\/(?:overlay|embed)\//

async function sendPage(
  { url }: FastifyRequest,
  reply: FastifyReply,
  { webDir, head }: { webDir: string; head: PageHead | null },
): Promise<FastifyReply> {
  const file = SMALL_PROGRAM.test(url) ? 'overlay.html' : 'index.html'
  if (head === null) {
    return reply.sendFile(file)
  }
  if (head.isListed) {
    reply.removeHeader('x-robots-tag')
  }
  const page = await readFile(path.join(webDir, file), 'utf8')
  return reply
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-cache')
    .send(page.replace('</head>', () => `${head.tags}</head>`))
}
