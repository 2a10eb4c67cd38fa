/** What the disk holds when the power comes back: what had reached it, under the names that had. */
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'

/** What a directory held when it was synced. */
export type Names = Record<string, { file: number } | { directory: number }>

/** Lays out in `directory` what the shadow of a database has. */
export async function layOutAfterCut(shadow: string, directory: string): Promise<void> {
  const root = Number(await readFile(path.join(shadow, 'root'), 'utf8'))
  await layOut(shadow, root, directory)
}

async function layOut(shadow: string, id: number, directory: string): Promise<void> {
  await mkdir(directory, { mode: 0o700 })
  const text = await readFile(path.join(shadow, `names-${id}.json`), 'utf8').catch(ignoreMissing)
  // A directory whose own names were never synced is empty.
  for (const [name, entry] of Object.entries(JSON.parse(text ?? '{}') as Names)) {
    const target = path.join(directory, name)
    if ('directory' in entry) {
      await layOut(shadow, entry.directory, target)
    } else {
      const content = path.join(shadow, `${entry.file}`)
      // A name without any content is a file of length 0.
      await copyFile(content, target).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT') throw error
        return writeFile(target, '')
      })
    }
  }
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}
