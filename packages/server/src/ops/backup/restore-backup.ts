import { type FileHandle, mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { lockDataDirectory } from '@rollcall/embedded-postgres/data-directory-lock'
import { syncDirectory } from '@rollcall/embedded-postgres/sync-directory'
import { installersDir, isStoredFileName } from '../../domain/releases/installer-cache.ts'
import { moveInstallersIn } from '../../domain/releases/move-installers-in.ts'
import {
  type Database,
  type DatabasePlace,
  openPatientDatabase,
} from '../../platform/database/open-database.ts'
import { type BackupLine, checkBackup, type Header, readLines } from './backup-lines.ts'
import { type DatabaseLoad, startLoading } from './load-database.ts'
import { applyPrivacyList, type PrivacyList } from './privacy-list.ts'

const OURS = new Set([
  'restoring',
  'libraries',
  'database.log',
  'server.pid',
  'server.lock',
  'privacy-key',
  'lost+found',
])

interface Restored {
  madeAt: string
  rows: number
  installers: number
}

/** @param privacy who is hidden, whatever the backup says; null: as in the backup */
export async function restoreBackup(
  target: DatabasePlace,
  file: string,
  privacy: { key: Uint8Array; list: PrivacyList } | null,
): Promise<Restored> {
  const dataDir = path.resolve(target.dataDir)
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const unlock = await lockDataDirectory(dataDir)
  const unfinished = path.join(dataDir, 'restoring')
  try {
    const found = (await readdir(dataDir)).find((name) => !OURS.has(name))
    if (found !== undefined) {
      throw new Error(
        `${dataDir} is not empty: it holds ${found}. Nothing was changed. Set DATA_DIR to an empty directory.`,
      )
    }
    await checkBackup(file)
    await rm(unfinished, { recursive: true, force: true })
    await mkdir(unfinished, { mode: 0o700 })
    const database = await openPatientDatabase({ ...target, dataDir: unfinished })
    const restored = await fill(database, target, { directory: unfinished, file })
      .then(async (filled) => {
        if (privacy !== null) {
          await applyPrivacyList(database.kysely, privacy.key, privacy.list)
        }
        return filled
      })
      .finally(() => database.close())
    await rename(path.join(unfinished, 'database'), path.join(dataDir, 'database')).catch(
      ignoreMissing,
    )
    await syncDirectory(dataDir)
    return restored
  } finally {
    await rm(unfinished, { recursive: true, force: true })
    await unlock()
  }
}

async function fill(
  database: Database,
  { warn }: DatabasePlace,
  { directory, file }: { directory: string; file: string },
): Promise<Restored> {
  const files = await openInstallers(installersDir(directory))
  let header: Header | undefined
  let loading: DatabaseLoad | undefined
  let rows = 0
  const take = async (line: BackupLine) => {
    if ('rollcallBackup' in line) {
      header = line
      loading = await startLoading(database, line)
    } else if ('file' in line) {
      await files.add(line.file, Buffer.from(line.base64, 'base64'))
    } else if ('table' in line) {
      await loading?.add(line.table, line.rows)
      rows += line.rows.length
    }
  }
  try {
    await readLines(file, take)
    await loading?.finish()
  } catch (error) {
    await loading?.cancel()
    throw error
  } finally {
    await files.close()
  }
  await moveInstallersIn(database.kysely, installersDir(directory), { warn, report: () => {} })
  const { installers } = await database.kysely
    .selectFrom('installers')
    .select(({ fn }) => fn.countAll<number>().as('installers'))
    .executeTakeFirstOrThrow()
  return { rows, installers, madeAt: header?.madeAt ?? '' }
}

/** Reads the installers of a backup that is older than their table. */
async function openInstallers(directory: string) {
  await mkdir(directory, { recursive: true, mode: 0o700 })
  let current: { name: string; handle: FileHandle } | undefined
  const close = async () => {
    await current?.handle.close()
    current = undefined
  }
  return {
    async add(name: string, piece: Buffer) {
      if (!isStoredFileName(name)) throw new Error(`${name} is no installer's name.`)
      if (current?.name !== name) {
        await close()
        current = { name, handle: await open(path.join(directory, name), 'wx', 0o600) }
      }
      await current.handle.write(piece)
    },
    close,
  }
}

function ignoreMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error
}
