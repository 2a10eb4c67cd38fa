/** Files that are there whole or not at all, whatever ends the program or the computer. */
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import * as z from 'zod/mini'

/** Only this user may read what is in here, the upload key among it. */
export async function makePrivateDirectory(directory: string): Promise<void> {
  await mkdir(directory, { recursive: true, mode: 0o700 })
}

const writing = new Map<string, Promise<void>>()

/** Writes to one file follow one another, so that the last one stays. */
export async function writeDurably(file: string, content: string): Promise<void> {
  const before = writing.get(file) ?? Promise.resolve()
  const write = before.catch(() => {}).then(() => writeWhole(file, content))
  writing.set(file, write)
  try {
    await write
  } finally {
    if (writing.get(file) === write) {
      writing.delete(file)
    }
  }
}

async function writeWhole(file: string, content: string): Promise<void> {
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

/** Until then a renamed or removed file may come back after a power cut. Windows cannot and need not. */
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

/** What a file of ours holds; null where there is none, or none that can be read. */
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
