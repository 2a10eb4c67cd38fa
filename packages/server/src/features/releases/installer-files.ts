/**
 * Where installers lie: under the data directory, named by their content, so that no name anybody
 * gave reaches the file system and none is ever overwritten by another content.
 */
import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { syncDirectory } from '../../database/durable-node-fs.ts'
import { ApiError } from '../../http/api-error.ts'
import { freePassed } from './free-passed.ts'
import { isWindowsProgram, PROGRAM_HEAD_BYTES } from './windows-program.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const PART = '.part'

export function installersDir(dataDir: string): string {
  return path.join(dataDir, 'releases')
}

export function installerFileName(sha256: string): string {
  return `${sha256}.exe`
}

export interface ReceivedInstaller {
  sha256: string
  sizeBytes: number
  /** Makes it an installer that is there; durable when it returns. */
  keep(): Promise<void>
  /** Removes what came, unless it was kept. */
  drop(): Promise<void>
}

/**
 * Writes a stream to disk under a temporary name, synced. Whatever goes wrong, nothing is left.
 *
 * @throws {ApiError} `invalid` where it is empty or no Windows program
 */
export async function receiveInstaller(
  content: Readable,
  { dataDir }: { dataDir: string },
): Promise<ReceivedInstaller> {
  const dir = installersDir(dataDir)
  await mkdir(dir, { recursive: true, mode: 0o700 })
  const partPath = path.join(dir, randomUUID() + PART)
  const drop = () => rm(partPath, { force: true })
  const hash = createHash('sha256')
  let sizeBytes = 0
  async function* checked(chunks: AsyncIterable<Buffer>) {
    const head = Buffer.alloc(PROGRAM_HEAD_BYTES)
    for await (const chunk of chunks) {
      if (sizeBytes < head.length) {
        chunk.copy(head, sizeBytes)
        if (sizeBytes + chunk.length >= head.length) {
          refuseOtherThanProgram(head)
        }
      }
      sizeBytes += chunk.length
      hash.update(chunk)
      yield chunk
    }
    if (sizeBytes < head.length) {
      refuseOtherThanProgram(head.subarray(0, sizeBytes))
    }
  }
  const file = createWriteStream(partPath, { flags: 'wx', flush: true })
  try {
    await pipeline(content, freePassed, checked, file)
  } catch (error) {
    // A file that is still being opened would come back after it was removed.
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
    async keep() {
      await rename(partPath, path.join(dir, installerFileName(sha256)))
      syncDirectory(dir)
    },
    drop,
  }
}

function refuseOtherThanProgram(head: Buffer): void {
  if (head.length === 0) {
    throw new ApiError('invalid', 'The file is empty.')
  }
  if (!isWindowsProgram(head)) {
    throw new ApiError('invalid', 'The file is not a Windows program, whatever its name says.')
  }
}

/**
 * At start: what an upload left that was ended by a crash. Other servers may share the directory, so
 * only what is too old to be under way.
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
