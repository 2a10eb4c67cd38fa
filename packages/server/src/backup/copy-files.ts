/**
 * A copy of the embedded database's files while a server writes them, without asking or holding up
 * that server. What makes it whole is the log: the copy is of different moments, and opening it
 * replays the log over it, as after a crash.
 */
import { copyFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'

const CONTROL = 'global/pg_control'
const LOG = 'pg_wal'
const TRIES = 20

/**
 * Copies `from/database` to `to/database`; opening it gives the database as it was at a moment during
 * the copying. Rejects where the server makes checkpoints more quickly than its files can be copied.
 *
 * This is what pg_basebackup does: (1) the checkpoint from which the log will be replayed, (2) the
 * data, in whatever order, (3) the log, last, so that it reaches further than any page copied. A page
 * caught in mid-write does no harm, since its first change after a checkpoint is logged whole
 * (full_page_writes). (4) Only a further checkpoint could have taken away log that is needed: then
 * all of it is done again.
 */
export async function copyDatabaseFiles(from: string, to: string): Promise<void> {
  const source = path.join(from, 'database')
  const target = path.join(to, 'database')
  for (let copy = 1; copy <= TRIES; copy += 1) {
    const control = await readFile(path.join(source, CONTROL))
    await copyTree(source, target, new Set([CONTROL, LOG]))
    await writeFile(path.join(target, CONTROL), control, { mode: 0o600 })
    await copyTree(path.join(source, LOG), path.join(target, LOG), new Set())
    if (control.equals(await readFile(path.join(source, CONTROL)))) {
      return
    }
    await rm(target, { recursive: true })
  }
  throw new Error(
    `The database was busier than it could be copied, ${TRIES} times. Try again in a quieter hour.`,
  )
}

/** All but what is named, by its path below `from`. */
async function copyTree(from: string, to: string, except: ReadonlySet<string>): Promise<void> {
  await mkdir(to, { recursive: true, mode: 0o700 })
  for (const entry of await readdir(from, { recursive: true, withFileTypes: true })) {
    const source = path.join(entry.parentPath, entry.name)
    const name = path.relative(from, source)
    const [top = ''] = name.split(path.sep)
    if (except.has(top) || except.has(name.replaceAll(path.sep, '/'))) continue
    if (entry.isDirectory()) {
      await mkdir(path.join(to, name), { recursive: true, mode: 0o700 })
    } else {
      // Listed and gone: a table that was dropped, a temporary file.
      await copyFile(source, path.join(to, name)).catch(ignoreMissing)
    }
  }
}

function ignoreMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error
}
