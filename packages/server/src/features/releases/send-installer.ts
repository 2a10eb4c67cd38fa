/** Sends a stored installer, whole or the range that is asked for. */

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

/** @throws {ApiError} `not_found` for every name but that of a stored installer */
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
  // A link in its place would be followed out of the directory.
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
  // The library compares weak tags only; ours is the content's hash, so a download can resume by it.
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
          { code: 'range_not_satisfiable', status: 416 },
          'The file ends before the range that was asked for.',
          { headers: { 'content-range': String(sent.headers['Content-Range']) } },
        )
      : notThere()
  }
  const content = Readable.from(freePassed(sent.stream), { objectMode: false })
  return reply.code(sent.statusCode).headers(sent.headers).send(content)
}

function notThere(): ApiError {
  return new ApiError('not_found', 'There is no such file.')
}
