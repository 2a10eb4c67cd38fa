/** The built web pages: hashed files, cached for ever, and the one page for every route. */
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from './api-error.ts'
import { errorReply } from './error-reply.ts'

/** `/download` is a page, everything below it a file. */
const NOT_A_PAGE = /^\/(?:(?:api|k|assets|practice-platform)(?:\/|$)|download\/.)/

export async function servePages(app: FastifyInstance, webDir: string | undefined): Promise<void> {
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
  app.setNotFoundHandler((request, reply) => {
    if (webDir !== undefined && isPageCall(request)) {
      return sendPage(reply)
    }
    const error = new ApiError('not_found', 'There is nothing at this address.')
    return reply.code(error.status).send(errorReply(error, request))
  })
}

function isPageCall(request: FastifyRequest): boolean {
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  return isRead && !NOT_A_PAGE.test(request.url.replace(/\?.*$/s, ''))
}

function sendPage(reply: FastifyReply): FastifyReply {
  return reply.sendFile('index.html')
}
