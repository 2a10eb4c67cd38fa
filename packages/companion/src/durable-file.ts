/** Files that exist completely or not at all, whatever ends the program or the computer. */
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import * as z from 'zod/mini'

/** Makes a directory that only this user can read, because it contains the upload key. */
export async function makePrivateDirectory(directory: string): Promise<void> {
  await mkdir(directory, { recursive: true, mode: 0o700 })
}

const writing = new Map<string, Promise<void>>()

/** Writes to the same file happen one after another, so that the last one wins. */
export async function writeDurably(file: string, content: string): Promise<void> {
  const previous = writing.get(file) ?? Promise.resolve()
  const write = previous.catch(() => {}).then(() => writeAtomically(file, content))
  writing.set(file, write)
  try {
    await write
  } finally {
    if (writing.get(file) === write) {
      writing.delete(file)
    }
  }
}

async function writeAtomically(file: string, content: string): Promise<void> {
  const temporary = `${file}.tmp`
  try {
    const handle = await open(temporary, 'w', 0o600)
    try {
      await handle.writeFile(content)
      await handle.sync()
    } finally {
      await handle.close()
    }
    await rename(temporary, file)
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => {})
    throw error
  }
  await syncDirectory(path.dirname(file))
}

/** Before this, a renamed or removed file may come back after a power cut. Windows neither supports nor needs it. */
export async function syncDirectory(directory: string): Promise<void> {
  if (process.platform === 'win32') {
    return
  }
  const handle = await open(directory, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Reads one of our files; null if it does not exist or is not valid. */
export async function readStored<S extends z.ZodMiniType>(
  file: string,
  schema: S,
): Promise<z.output<S> | null> {
  try {
    const parsed = z.safeParse(schema, JSON.parse(await readFile(file, 'utf8')))
    return parsed.success ? parsed.data : null
  } catch (error) {
    if (error instanceof SyntaxError || (error as NodeJS.ErrnoException).code === 'ENOENT') {
      return null
    }
    throw error
  }
}
