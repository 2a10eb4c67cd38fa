/** Sends a stored installer, or the requested range of it. */

import { Readable } from 'node:stream'
import send from '@fastify/send'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../../edge/api-error.ts'
import type { AppContext } from '../../edge/app-context.ts'
import { freePassed } from './free-passed.ts'
import { type InstallerCache, storedFileName } from './installer-cache.ts'
import { findContent, readContent } from './installer-contents.ts'
import { isInstallerName } from './installer-name.ts'
import { findInstaller } from './installers.ts'

/** @throws {ApiError} 404 if no stored installer has that name */
export async function sendInstaller(
  { db, pool }: AppContext,
  cache: InstallerCache,
  { fileName, request, reply }: { fileName: string; request: FastifyRequest; reply: FastifyReply },
): Promise<unknown> {
  const installer = isInstallerName(fileName) ? await findInstaller(db, fileName) : null
  const contentId = installer && (await findContent(db, installer.sha256))
  if (installer === null || contentId === null) {
    throw notThere()
  }
  const tag = `"${installer.sha256}"`
  reply.headers({
    'content-type': 'application/octet-stream',
    'content-disposition': `attachment; filename="${installer.fileName}"`,
    'cache-control': 'public, no-cache',
    etag: tag,
  })
  if (request.headers['if-none-match'] === tag) {
    return reply.code(304).send()
  }
  if (!(await cache.has(installer, contentId))) {
    // Without a file there are no ranges, and all of it is a right answer to a range as well.
    reply.header('content-length', installer.sizeBytes)
    return reply.send(streamed(readContent(pool, contentId)))
  }
  // The library compares only weak tags. Ours is the hash of the content, so a download can be resumed.
  const { 'if-range': ifRange, range, ...headers } = request.raw.headers
  const mayResume = ifRange === undefined || ifRange === tag
  request.raw.headers = mayResume && range !== undefined ? { ...headers, range } : headers
  const sent = await send(request.raw, `/${storedFileName(installer)}`, {
    root: cache.dir,
    dotfiles: 'deny',
    cacheControl: false,
    contentType: false,
    etag: false,
  })
  if (sent.type !== 'file') {
    throw sent.statusCode === 416
      ? new ApiError(
          'range_not_satisfiable',
          {},
          { headers: { 'content-range': String(sent.headers['Content-Range']) } },
        )
      : notThere()
  }
  return reply.code(sent.statusCode).headers(sent.headers).send(streamed(sent.stream))
}

const streamed = (chunks: AsyncIterable<Buffer>): Readable =>
  Readable.from(freePassed(chunks), { objectMode: false })

function notThere(): ApiError {
  return new ApiError('no_such_installer')
}
