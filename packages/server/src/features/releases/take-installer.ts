/** A new installer, from the form to the latest version. */

import type { MultipartFile } from '@fastify/multipart'
import {
  INSTALLER_TYPES,
  installerTypeOf,
  isCompanionSetup,
  type LatestVersion,
  Product,
  productOf,
} from '@rollcall/contract/releases'
import type { FastifyRequest } from 'fastify'
import type { AppContext } from '../../app-context.ts'
import { type Actor, recordAct } from '../../audit-log.ts'
import { isDiskFull } from '../../database/failures.ts'
import { freeSpaceBytes } from '../../database/file-system.ts'
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
  const { part, said } = await findFile(request, maxBytes)
  const fileName = part.filename
  const type = installerTypeOf(fileName)
  if (type === null || !isInstallerName(fileName)) {
    throw new ApiError(
      'invalid',
      `The file needs a name that ends in ${INSTALLER_TYPES.join(' or ')}, of plain letters, digits, spaces and . _ - + ( ).`,
    )
  }
  const product = said ?? productOf(fileName)
  const version = versionInName(fileName)
  refuseWrongProduct({ fileName, product, version })
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
    const installer = { product, fileName, version, sha256, sizeBytes }
    await changes.transaction(async (trx) => {
      const added = { ...installer, uploadedBy: actor.userId, uploadedAt: actor.now }
      if (!(await addInstaller(trx, added))) {
        throw nameTaken(fileName)
      }
      // The public companion offers whatever differs from its own version.
      if (version !== null && product === 'public') {
        await setVersion(trx, version)
      }
      await recordAct(trx, actor, {
        act: 'installer-uploaded',
        summary: `Uploaded the installer ${fileName}.`,
        details: {
          sha256,
          'size in bytes': String(sizeBytes),
          version: version ?? 'none',
          product,
        },
      })
      await received.store()
    })
    return { ...installer, uploadedAt: actor.now.toISOString() }
  } finally {
    await received.drop()
  }
}

/** @throws {ApiError} `invalid` where the public companion would be told of ours, or ours is no setup or lacks its version */
function refuseWrongProduct(installer: {
  fileName: string
  product: Product
  version: string | null
}): void {
  const { fileName, product, version } = installer
  if (product === 'public' && productOf(fileName) === 'rollcall') {
    throw new ApiError(
      'invalid',
      `${fileName} is called like Rollcall Companion, which the public companion must not be told of. Choose Rollcall Companion, or give the file another name.`,
    )
  }
  if (product === 'rollcall' && !isCompanionSetup(fileName)) {
    throw new ApiError(
      'invalid',
      'Rollcall Companion is updated by its installer, not by the program itself. Choose the file with Setup in its name, as in Rollcall-Companion-Setup-1.2.0.exe.',
    )
  }
  if (product === 'rollcall' && version === null) {
    throw new ApiError(
      'invalid',
      'Rollcall Companion needs its version in the name, as in Rollcall-Companion-Setup-1.2.0.exe.',
    )
  }
}

/** The first file of the form, and the product that was said before it. */
async function findFile(
  request: FastifyRequest,
  maxBytes: number,
): Promise<{ part: MultipartFile; said: Product | null }> {
  let said: Product | null = null
  try {
    if (hasEndedEarly(request.raw)) {
      throw cutOff()
    }
    const limits = { fileSize: maxBytes, files: 2, fields: 8, parts: 10, headerPairs: 20 }
    for await (const part of request.parts({ limits })) {
      if (part.type !== 'file') {
        if (part.fieldname === 'product') {
          said = readProduct(part.value)
        }
        continue
      }
      if (part.fieldname === 'file') {
        return { part, said }
      }
      part.file.resume()
    }
  } catch (error) {
    throw inWords(error, maxBytes)
  }
  throw new ApiError('bad_request', 'Please select a file to upload.')
}

function readProduct(value: unknown): Product {
  const { data } = Product.safeParse(value)
  if (data === undefined) {
    throw new ApiError('bad_request', 'The product is rollcall or public.')
  }
  return data
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
