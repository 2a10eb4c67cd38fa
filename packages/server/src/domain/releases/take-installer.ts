/** Takes a new installer, from reading the form to making it the latest version. */

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
import { ApiError } from '../../edge/api-error.ts'
import type { AppContext } from '../../edge/app-context.ts'
import { endWhenTooLarge, findFormProblem, hasEndedEarly } from '../../edge/form-problem.ts'
import { MIB } from '../../limits.ts'
import { isConnectionFailure, isDiskFull } from '../../platform/database/failures.ts'
import { freeSpaceBytes } from '../../platform/database/file-system.ts'
import { type Actor, recordAct } from '../site/audit-log.ts'
import { setVersion } from '../site/settings.ts'
import { dropContent, keepContent } from './installer-contents.ts'
import { isInstallerName, versionInName } from './installer-name.ts'
import { addInstaller, isNameTaken } from './installers.ts'
import { receiveInstaller } from './receive-installer.ts'

/** @throws {ApiError} if it is refused; then nothing is stored */
export async function takeInstaller(
  context: AppContext,
  request: FastifyRequest,
  actor: Actor,
): Promise<LatestVersion> {
  const { config, db, changes } = context
  await refuseWithoutSpace(context, Number(request.headers['content-length'] ?? 0))
  const maxBytes = config.limits.MAX_INSTALLER_MIB * MIB
  // 1. Find the file in the form, and check its name before its content arrives.
  const { part, said } = await findFile(request, maxBytes)
  const fileName = part.filename
  const type = installerTypeOf(fileName)
  if (type === null || !isInstallerName(fileName)) {
    throw new ApiError('installer_name_not_allowed', { endings: INSTALLER_TYPES })
  }
  const product = said ?? productOf(fileName)
  const version = versionInName(fileName)
  refuseWrongProduct({ fileName, product, version })
  if (await isNameTaken(db, fileName)) {
    throw new ApiError('installer_name_taken', { name: fileName })
  }
  // 2. Write the content to the database, chunk by chunk.
  const content = endWhenTooLarge(part.file)
  const received = await receiveInstaller(db, { content, type }).catch((error: unknown) => {
    throw inWords(error, maxBytes)
  })
  // 3. Keep the content, and store its row and the version in the settings: all of them or none.
  const { contentId, sha256, sizeBytes } = received
  try {
    const installer = { product, fileName, version, sha256, sizeBytes }
    await changes.transaction(async (trx) => {
      const added = { ...installer, uploadedBy: actor.userId, uploadedAt: actor.now }
      if (!(await addInstaller(trx, added))) {
        throw new ApiError('installer_name_taken', { name: fileName })
      }
      // The public companion offers any version that differs from its own.
      if (version !== null && product === 'public') {
        await setVersion(trx, version)
      }
      await recordAct(trx, actor, {
        act: 'installer-uploaded',
        facts: {
          file: fileName,
          sha256,
          'size in bytes': String(sizeBytes),
          version: version ?? '–',
          product,
        },
      })
      await keepContent(trx, { contentId, sha256 })
    })
    return { ...installer, uploadedAt: actor.now.toISOString() }
  } finally {
    await dropContent(db, contentId)
  }
}

/**
 * @throws {ApiError} if it would offer our installer to the public companion, or if ours is not a setup or has no
 * version
 */
function refuseWrongProduct(installer: {
  fileName: string
  product: Product
  version: string | null
}): void {
  const { fileName, product, version } = installer
  if (product === 'public' && productOf(fileName) === 'rollcall') {
    throw new ApiError('installer_named_like_ours', { name: fileName })
  }
  if (product === 'rollcall' && !isCompanionSetup(fileName)) {
    throw new ApiError('installer_is_no_setup')
  }
  if (product === 'rollcall' && version === null) {
    throw new ApiError('installer_without_version')
  }
}

/** The form's first file, and the product named before it. */
async function findFile(
  request: FastifyRequest,
  maxBytes: number,
): Promise<{ part: MultipartFile; said: Product | null }> {
  let said: Product | null = null
  try {
    if (hasEndedEarly(request.raw)) {
      throw new ApiError('installer_cut_off')
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
  throw new ApiError('installer_missing')
}

function readProduct(value: unknown): Product {
  const { data } = Product.safeParse(value)
  if (data === undefined) {
    throw new ApiError('no_such_product')
  }
  return data
}

function inWords(error: unknown, maxBytes: number): unknown {
  // A lost connection to the database looks like one to the sender.
  if (error instanceof ApiError || isConnectionFailure(error)) {
    return error
  }
  if (isDiskFull(error)) {
    return new ApiError('no_space_for_installer')
  }
  switch (findFormProblem(error)) {
    case 'too_large':
      return new ApiError('installer_too_large', { mebibytes: Math.floor(maxBytes / MIB) })
    case 'cut_off':
      return new ApiError('installer_cut_off')
    case null:
      return error
    default:
      return new ApiError('installer_not_in_form')
  }
}

/** The installer must leave enough space for the database. */
async function refuseWithoutSpace({ config }: AppContext, sizeBytes: number): Promise<void> {
  if (
    (await freeSpaceBytes(config.dataDir)) - sizeBytes <
    config.limits.FREE_SPACE_RESERVE_MIB * MIB
  ) {
    throw new ApiError('no_space_for_installer')
  }
}
