/**
 * Moves the built-in database to the PostgreSQL of this Rollcall, by backup and restore into a new directory. Until the
 * last two steps nothing changes in the old one, and if those are interrupted, the next start finishes them.
 */
import { existsSync } from 'node:fs'
import { mkdir, realpath, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { lockDataDirectory } from '@rollcall/embedded-postgres/data-directory-lock'
import {
  finishUpgrade,
  MAJOR_VERSION,
  readVersion,
  startCluster,
  UPGRADED,
} from '@rollcall/embedded-postgres/embedded-postgres'
import { findPostgresPrograms } from '@rollcall/embedded-postgres/postgres-programs'
import { syncDirectory } from '@rollcall/embedded-postgres/sync-directory'
import { openDatabaseAt } from '../../platform/database/open-database.ts'
import { writeLines } from './backup-lines.ts'
import { dumpDatabase } from './dump-database.ts'
import { restoreBackup } from './restore-backup.ts'

interface Upgrade {
  dataDir: string
  warn(message: string): void
  say(line: string): void
  now: Date
  /** Returns the directory with the programs of an older PostgreSQL; may install them into the given directory. */
  findPrograms(version: string, directory: string): Promise<string>
}

/** Returns where the old database is now; null if there is nothing to upgrade. */
export async function upgradeDatabase(upgrade: Upgrade): Promise<string | null> {
  if (!existsSync(upgrade.dataDir)) {
    throw new Error(`There is no database in ${upgrade.dataDir}. Set DATA_DIR.`)
  }
  const dataDir = await realpath(upgrade.dataDir)
  const unlock = await lockDataDirectory(dataDir)
  const working = path.join(dataDir, 'upgrading')
  try {
    await finishUpgrade(dataDir)
    const version = await readVersion(path.join(dataDir, 'database'))
    if (version === null) {
      throw new Error(`There is no database in ${dataDir} that can be upgraded.`)
    }
    if (version === MAJOR_VERSION) {
      return null
    }
    const old = path.join(dataDir, `database-${version}`)
    if (existsSync(old)) {
      throw new Error(`${old} already exists. Nothing was changed. Move it elsewhere first.`)
    }
    // Left by an earlier attempt; the old database may have changed since.
    for (const unfinished of [working, path.join(dataDir, UPGRADED)]) {
      await rm(unfinished, { recursive: true, force: true })
    }
    await mkdir(working, { mode: 0o700 })
    const backup = path.join(working, 'backup')
    await readOld(dataDir, { ...upgrade, version, working, backup })
    upgrade.say(`Writing the database of PostgreSQL ${MAJOR_VERSION} …`)
    const made = path.join(working, 'new')
    await restoreBackup({ ...upgrade, databaseUrl: undefined, dataDir: made }, backup, null)
    await rename(path.join(made, 'database'), path.join(dataDir, UPGRADED))
    await syncDirectory(dataDir)
    await rename(path.join(dataDir, 'database'), old)
    await syncDirectory(dataDir)
    await finishUpgrade(dataDir)
    return old
  } finally {
    await rm(working, { recursive: true, force: true })
    await unlock()
  }
}

async function readOld(
  dataDir: string,
  {
    version,
    working,
    backup,
    warn,
    say,
    now,
    findPrograms,
  }: Upgrade & { version: string; working: string; backup: string },
): Promise<void> {
  const nativeDir = await findPrograms(version, path.join(working, 'programs'))
  say(`Reading the database of PostgreSQL ${version} …`)
  const programs = await findPostgresPrograms(dataDir, nativeDir)
  const { url, stop } = await startCluster(dataDir, { programs, warn })
  const database = openDatabaseAt(url, stop)
  try {
    await writeLines(backup, dumpDatabase(database, { now, isOlderAllowed: true }))
  } finally {
    await database.close()
  }
}
