/** Writes a backup of a database that may be in use, whole or not at all. */
import { existsSync } from 'node:fs'
import { mkdir, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { syncDirectory } from '../database/durable-node-fs.ts'
import { type Database, openExistingDatabase } from '../database/open-database.ts'
import { writeLines } from './backup-lines.ts'
import { copyDatabaseFiles } from './copy-files.ts'
import { dumpDatabase } from './dump-database.ts'

export interface BackupSource {
  databaseUrl: string | undefined
  dataDir: string
  warn(message: string): void
  now: Date
}

/** Gives the size in bytes. What is under way lies in `FILE.unfinished`, beside the file. */
export async function makeBackup(source: BackupSource, file: string): Promise<number> {
  if (existsSync(file)) {
    throw new Error(`${file} is there already. Give a name that is free.`)
  }
  const unfinished = `${file}.unfinished`
  // Left by one that was ended in its middle.
  await rm(unfinished, { recursive: true, force: true })
  await mkdir(unfinished, { mode: 0o700 })
  try {
    const database = await openSource(source, unfinished)
    const written = path.join(unfinished, 'backup')
    try {
      await writeLines(written, dumpDatabase(database, source))
    } finally {
      await database.close()
    }
    await rename(written, file)
    syncDirectory(path.dirname(file))
    return (await stat(file)).size
  } finally {
    await rm(unfinished, { recursive: true, force: true })
  }
}

/** On a server, that database itself; of the embedded one, which has one user only, a copy. */
async function openSource(source: BackupSource, unfinished: string): Promise<Database> {
  if (source.databaseUrl !== undefined) {
    return openExistingDatabase(source)
  }
  if (!existsSync(path.join(source.dataDir, 'database'))) {
    throw new Error(`There is no database in ${source.dataDir}. Set DATA_DIR or DATABASE_URL.`)
  }
  await copyDatabaseFiles(source.dataDir, unfinished)
  return openExistingDatabase({ ...source, dataDir: unfinished })
}
