import { open } from 'node:fs/promises'

/** Makes it durable that names in the directory were created, renamed or removed. */
export async function syncDirectory(directory: string): Promise<void> {
  // Windows cannot sync a directory; its file systems journal names automatically.
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
