import { readFile } from 'node:fs/promises'
import path from 'node:path'
import fastifyStatic from '@fastify/static'
import { findPlace } from '@rollcall/contract/places'
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

/** Makes the head of a page; null if nothing there is public. */
export type MakeHead = (request: FastifyRequest) => Promise<PageHead | null>

export interface WebFiles {
  /** The built web pages; without them the server only answers calls. */
  webDir?: string | undefined
  /** Folders with the scripts of builds that open pages may be from. */
  keptBuilds?: readonly string[] | undefined
}

export async function servePages(
  app: FastifyInstance,
  { webDir, keptBuilds = [] }: WebFiles,
  makeHead: MakeHead,
): Promise<void> {
  if (webDir !== undefined) {
    await app.register(fastifyStatic, {
      // A build that is made while this server runs replaces the files in webDir.
      root: [...keptBuilds, webDir],
      preCompressed: true,
      wildcard: false,
      // The front page has a head of its own, as other pages do.
      index: false,
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

async function sendPage(
  { url }: FastifyRequest,
  reply: FastifyReply,
  { webDir, head }: { webDir: string; head: PageHead | null },
): Promise<FastifyReply> {
  const place = findPlace(url)
  // Overlays and embedded boards are a program of their own.
  const file = place?.isOverlay || place?.isEmbed ? 'overlay.html' : 'index.html'
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
