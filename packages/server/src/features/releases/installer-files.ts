/**
 * Stores installers in the data directory and names them by their content, so that no name that a person chose reaches
 * the file system, and no file is overwritten with other content.
 */
import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { INSTALLER_TYPES, type InstallerType, installerTypeOf } from '@rollcall/contract/releases'
import { DAY_MS } from '@rollcall/formats/durations'
import { syncDirectory } from '../../database/file-system.ts'
import { ApiError } from '../../http/api-error.ts'
import { freePassed } from './free-passed.ts'
import { CONTENT_RULES, HEAD_BYTES } from './installer-content.ts'

const PART = '.part'

export function installersDir(dataDir: string): string {
  return path.join(dataDir, 'releases')
}

/** An installer's file name on disk. */
export function storedFileName({ fileName, sha256 }: { fileName: string; sha256: string }): string {
  return `${sha256}${installerTypeOf(fileName) ?? ''}`
}

/** Whether a file on disk can be an installer, judging by its name. */
export function isStoredFileName(name: string): boolean {
  return INSTALLER_TYPES.some(
    (type) => name.endsWith(type) && /^[0-9a-f]{64}$/.test(name.slice(0, -type.length)),
  )
}

interface ReceivedInstaller {
  sha256: string
  sizeBytes: number
  /** Gives the file its final name. The file is durable when this returns. */
  store(): Promise<void>
  /** Removes the file, unless it was stored. */
  drop(): Promise<void>
}

/**
 * Writes a stream to disk under a temporary name and syncs it. If anything fails, it leaves nothing behind.
 *
 * @throws {ApiError} if it is empty or not what its name says
 */
export async function receiveInstaller(
  content: Readable,
  { dataDir, type }: { dataDir: string; type: InstallerType },
): Promise<ReceivedInstaller> {
  const dir = installersDir(dataDir)
  await mkdir(dir, { recursive: true, mode: 0o700 })
  const partPath = path.join(dir, randomUUID() + PART)
  const drop = () => rm(partPath, { force: true })
  const hash = createHash('sha256')
  let sizeBytes = 0
  async function* checked(chunks: AsyncIterable<Buffer>) {
    const head = Buffer.alloc(HEAD_BYTES)
    for await (const chunk of chunks) {
      if (sizeBytes < head.length) {
        chunk.copy(head, sizeBytes)
        if (sizeBytes + chunk.length >= head.length) {
          refuseOtherContent(head, type)
        }
      }
      sizeBytes += chunk.length
      hash.update(chunk)
      yield chunk
    }
    if (sizeBytes < head.length) {
      refuseOtherContent(head.subarray(0, sizeBytes), type)
    }
  }
  const file = createWriteStream(partPath, { flags: 'wx', flush: true })
  try {
    await pipeline(content, freePassed, checked, file)
  } catch (error) {
    // A file that is still being opened would reappear after it was removed.
    if (!file.closed) {
      await new Promise<void>((resolve) => file.once('close', resolve))
    }
    await drop()
    throw error
  }
  const sha256 = hash.digest('hex')
  return {
    sha256,
    sizeBytes,
    async store() {
      await rename(partPath, path.join(dir, `${sha256}${type}`))
      await syncDirectory(dir)
    },
    drop,
  }
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

/**
 * Runs at start: removes what uploads left behind in a crash. Other servers may share the directory, so it removes only
 * what is too old to be in progress.
 */
export async function dropBrokenUploads(dataDir: string, now: Date): Promise<void> {
  const dir = installersDir(dataDir)
  await mkdir(dir, { recursive: true, mode: 0o700 })
  for (const name of await readdir(dir)) {
    const file = path.join(dir, name)
    if (name.endsWith(PART) && now.getTime() - (await stat(file)).mtimeMs > DAY_MS) {
      await rm(file, { force: true })
    }
  }
}
