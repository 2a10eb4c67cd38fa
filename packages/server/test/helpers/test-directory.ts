import { statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'

const MEMORY = '/dev/shm'
const ROOM_BYTES = 4 * 1024 ** 3

/**
 * The directory for databases and other temporary files of tests: in memory if Linux has room there, because creating
 * and syncing their many files takes a disk much longer.
 */
export function findTestDirectory(): string {
  return process.env.TMPDIR ?? (hasRoom(MEMORY) ? MEMORY : tmpdir())
}

function hasRoom(directory: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(directory)
    return bavail * bsize >= ROOM_BYTES
  } catch {
    return false
  }
}
