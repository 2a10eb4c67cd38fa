import { statfs } from 'node:fs/promises'

/** Bytes this process may still write in the file system that holds `dir`. */
export async function freeSpaceBytes(dir: string): Promise<number> {
  const { bavail, bsize } = await statfs(dir)
  return bavail * bsize
}
