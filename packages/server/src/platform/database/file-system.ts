import { statfs } from 'node:fs/promises'

/** How many bytes this process can still write in the directory's file system. */
export async function freeSpaceBytes(dir: string): Promise<number> {
  const { bavail, bsize } = await statfs(dir)
  return bavail * bsize
}
