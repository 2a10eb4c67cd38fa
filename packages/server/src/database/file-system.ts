/** What Node has no call of its own for. */
import { open, statfs } from 'node:fs/promises'

/** Makes names created, renamed or removed in `directory` durable. */
export async function syncDirectory(directory: string): Promise<void> {
  // Windows cannot sync a directory; its file systems journal names by themselves.
  if (process.platform === 'win32') {
    return
  }
  const handle = await open(directory)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Bytes this process may still write in the file system that holds `dir`. */
export async function freeSpaceBytes(dir: string): Promise<number> {
  const { bavail, bsize } = await statfs(dir)
  return bavail * bsize
}
