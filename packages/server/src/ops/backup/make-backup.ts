import { existsSync } from 'node:fs'
import { rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { syncDirectory } from '@rollcall/embedded-postgres/sync-directory'
import { type DatabasePlace, openExistingDatabase } from '../../platform/database/open-database.ts'
import { writeLines } from './backup-lines.ts'
import { dumpDatabase } from './dump-database.ts'

interface BackupSource extends DatabasePlace {
  now: Date
}

/** Returns the size in bytes. While it is being written, the backup is in `FILE.unfinished` beside the file. */
export async function makeBackup(source: BackupSource, file: string): Promise<number> {
  if (existsSync(file)) {
    throw new Error(`${file} already exists. Choose another name.`)
  }
  const unfinished = `${file}.unfinished`
  await rm(unfinished, { force: true })
  try {
    const database = await openExistingDatabase(source)
    try {
      await writeLines(unfinished, dumpDatabase(database, source))
    } finally {
      await database.close()
    }
    await rename(unfinished, file)
    await syncDirectory(path.dirname(file))
    return (await stat(file)).size
  } finally {
    await rm(unfinished, { force: true })
  }
}
