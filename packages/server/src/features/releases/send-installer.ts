/** Sends a stored installer, or the requested range of it. */

import { lstat } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import send from '@fastify/send'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AppContext } from '../../app-context.ts'
import { ApiError } from '../../http/api-error.ts'
import { freePassed } from './free-passed.ts'
import { installersDir, storedFileName } from './installer-files.ts'
import { isInstallerName } from './installer-name.ts'
import { findInstaller } from './installers.ts'

/** @throws {ApiError} 404 if no stored installer has that name */
export async function sendInstaller(
  { config, db }: AppContext,
  { fileName, request, reply }: { fileName: string; request: FastifyRequest; reply: FastifyReply },
): Promise<unknown> {
  const installer = isInstallerName(fileName) ? await findInstaller(db, fileName) : null
  if (installer === null) {
    throw notThere()
  }
  const dir = installersDir(config.dataDir)
  const onDisk = storedFileName(installer)
  // A link with that name would lead out of the directory.
  const found = await lstat(path.join(dir, onDisk)).catch(() => null)
  if (!found?.isFile()) {
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
  // The library compares only weak tags. Ours is the hash of the content, so a download can be resumed.
  const { 'if-range': ifRange, range, ...headers } = request.raw.headers
  const mayResume = ifRange === undefined || ifRange === tag
  request.raw.headers = mayResume && range !== undefined ? { ...headers, range } : headers
  const sent = await send(request.raw, `/${onDisk}`, {
    root: dir,
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
  const content = Readable.from(freePassed(sent.stream), { objectMode: false })
  return reply.code(sent.statusCode).headers(sent.headers).send(content)
}

function notThere(): ApiError {
  return new ApiError('no_such_installer')
}
