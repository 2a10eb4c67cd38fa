import type { Readable } from 'node:stream'
import type { InstallerType } from '@rollcall/contract/releases'
import { ApiError } from '../../edge/api-error.ts'
import type { Db } from '../../platform/database/schema.ts'
import { CONTENT_RULES, HEAD_BYTES } from './installer-content.ts'
import { writeContent } from './installer-contents.ts'

/**
 * Writes an installer that arrives as a content that is not kept yet.
 *
 * @throws {ApiError} if it is empty or not what its name says; then it is deleted
 */
export function receiveInstaller(
  db: Db,
  { content, type }: { content: Readable; type: InstallerType },
): ReturnType<typeof writeContent> {
  return writeContent(db, content, async function* inspect(pieces) {
    const head = Buffer.alloc(HEAD_BYTES)
    let sizeBytes = 0
    for await (const piece of pieces) {
      if (sizeBytes < head.length) {
        piece.copy(head, sizeBytes)
        if (sizeBytes + piece.length >= head.length) {
          refuseOtherContent(head, type)
        }
      }
      sizeBytes += piece.length
      yield piece
    }
    if (sizeBytes < head.length) {
      refuseOtherContent(head.subarray(0, sizeBytes), type)
    }
  })
}

function refuseOtherContent(head: Buffer, type: InstallerType): void {
  if (head.length === 0) {
    throw new ApiError('installer_empty')
  }
  const { isMet, refusal } = CONTENT_RULES[type]
  if (!isMet(head)) {
    throw new ApiError(refusal)
  }
}
