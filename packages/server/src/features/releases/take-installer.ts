/** A new installer, from the form to the latest version. */

import type { MultipartFile } from '@fastify/multipart'
import { INSTALLER_TYPES, installerTypeOf, type LatestVersion } from '@rollcall/contract/releases'
import type { FastifyRequest } from 'fastify'
import type { AppContext } from '../../app-context.ts'
import { type Actor, recordAct } from '../../audit-log.ts'
import { isDiskFull } from '../../database/failures.ts'
import { freeSpaceBytes } from '../../database/free-space.ts'
import { ApiError } from '../../http/api-error.ts'
import { endWhenTooLarge, formProblemOf, hasEndedEarly } from '../../http/form-problem.ts'
import { MIB } from '../../limits.ts'
import { setVersion } from '../../settings.ts'
import { receiveInstaller } from './installer-files.ts'
import { isInstallerName, versionInName } from './installer-name.ts'
import { addInstaller, isNameTaken } from './installers.ts'

/** @throws {ApiError} with nothing stored and nothing left on disk */
export async function takeInstaller(
  context: AppContext,
  request: FastifyRequest,
  actor: Actor,
): Promise<LatestVersion> {
  const { config, db, changes } = context
  await refuseWithoutSpace(context, Number(request.headers['content-length'] ?? 0))
  const maxBytes = config.limits.MAX_INSTALLER_MIB * MIB
  // 1. The first part of the form that is the file; its name is settled before its content comes.
  const part = await findFile(request, maxBytes)
  const fileName = part.filename
  const type = installerTypeOf(fileName)
  if (type === null || !isInstallerName(fileName)) {
    throw new ApiError(
      'invalid',
      `The file needs a name that ends in ${INSTALLER_TYPES.join(' or ')}, of plain letters, digits, spaces and . _ - + ( ).`,
    )
  }
  if (await isNameTaken(db, fileName)) {
    throw nameTaken(fileName)
  }
  // 2. The content, to disk under a temporary name.
  const content = endWhenTooLarge(part.file)
  const received = await receiveInstaller(content, { ...config, type }).catch((error: unknown) => {
    throw inWords(error, maxBytes)
  })
  // 3. Its row, its place and the settings' version: all or nothing.
  try {
    const { sha256, sizeBytes } = received
    const version = versionInName(fileName)
    const installer = { fileName, version, sha256, sizeBytes }
    await changes.transaction(async (trx) => {
      const added = { ...installer, uploadedBy: actor.userId, uploadedAt: actor.now }
      if (!(await addInstaller(trx, added))) {
        throw nameTaken(fileName)
      }
      if (version !== null) {
        await setVersion(trx, version)
      }
      await recordAct(trx, actor, {
        act: 'installer-uploaded',
        summary: `Uploaded the installer ${fileName}.`,
        details: { sha256, 'size in bytes': String(sizeBytes), version: version ?? 'none' },
      })
      await received.store()
    })
    return { ...installer, uploadedAt: actor.now.toISOString() }
  } finally {
    await received.drop()
  }
}

async function findFile(request: FastifyRequest, maxBytes: number): Promise<MultipartFile> {
  try {
    if (hasEndedEarly(request.raw)) {
      throw cutOff()
    }
    const limits = { fileSize: maxBytes, files: 2, fields: 8, parts: 10, headerPairs: 20 }
    for await (const part of request.parts({ limits })) {
      if (part.type !== 'file') {
        continue
      }
      if (part.fieldname === 'file') {
        return part
      }
      part.file.resume()
    }
  } catch (error) {
    throw inWords(error, maxBytes)
  }
  throw new ApiError('bad_request', 'Please select a file to upload.')
}

function inWords(error: unknown, maxBytes: number): unknown {
  if (error instanceof ApiError) {
    return error
  }
  if (isDiskFull(error)) {
    return noSpace()
  }
  switch (formProblemOf(error)) {
    case 'too_large':
      return tooLarge(maxBytes)
    case 'cut_off':
      return cutOff()
    case null:
      return error
    default:
      return new ApiError('bad_request', 'Send the installer as the file of a multipart form.')
  }
}

/** The installer must leave the database the room it needs. */
async function refuseWithoutSpace({ config }: AppContext, sizeBytes: number): Promise<void> {
  if (
    (await freeSpaceBytes(config.dataDir)) - sizeBytes <
    config.limits.FREE_SPACE_RESERVE_MIB * MIB
  ) {
    throw noSpace()
  }
}

function tooLarge(maxBytes: number): ApiError {
  const mebibytes = Math.floor(maxBytes / MIB)
  return new ApiError('too_large', `An installer may have at most ${mebibytes} MiB.`)
}

function noSpace(): ApiError {
  return new ApiError(
    'no_space',
    'The server has too little room left for this installer. Please tell its operator.',
  )
}

function nameTaken(fileName: string): ApiError {
  return new ApiError(
    'conflict',
    `There is an installer called ${fileName} already, and it stays as it is. Give the new one another name.`,
  )
}

function cutOff(): ApiError {
  return new ApiError('bad_request', 'The upload broke off before its end. Send it again.')
}
