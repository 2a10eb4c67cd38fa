import { existsSync } from 'node:fs'
import { chmod, mkdir, readdir, rename, rm, rmdir } from 'node:fs/promises'
import path from 'node:path'
import { isMainThread } from 'node:worker_threads'
import pg from 'pg'
import { lockDataDirectory } from './data-directory-lock.ts'
import { type DatabaseThread, initialiseDatabase, startDatabaseThread } from './database-thread.ts'
import { syncDirectory } from './durable-node-fs.ts'
import { startUpkeep } from './embedded-upkeep.ts'
import { surviveLosses } from './lost-connection.ts'
import { prepareMarked } from './prepared-statements.ts'
import { typeParsers } from './type-parsers.ts'

const waitForTurnMs = 9_000

export interface EmbeddedDatabase {
  pool: pg.Pool
  syncCount(): number
  close(): Promise<void>
}

/**
 * Opens PGlite in `dataDir/database`, made on the first start, behind a pool of one connection.
 * Locks the data directory, keeps everything below it from other users, and proves with one commit
 * that syncs reach the disk. Rejects with one readable sentence; it never deletes or repairs data.
 */
export async function openEmbedded(options: {
  dataDir: string
  warn(message: string): void
  /** For a command that has the one connection to itself for long: it would wait in vain. */
  withoutUpkeep?: boolean
}): Promise<EmbeddedDatabase> {
  // For the whole process (a thread may not change it), and before the first file is made.
  if (isMainThread) process.umask(0o077)
  const dataDir = path.resolve(options.dataDir)
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const unlock = await lockDataDirectory(dataDir)
  try {
    const directory = await prepareDirectory(dataDir)
    const thread = await start(directory, options.warn)
    const pool = poolOf(thread)
    const close = async () => {
      await pool.end()
      await thread.stop()
    }
    try {
      await checkSyncs(pool, thread)
    } catch (error) {
      await close()
      throw error
    }
    const endUpkeep = options.withoutUpkeep ? () => {} : startUpkeep(pool, options.warn)
    return {
      pool,
      syncCount: thread.syncCount,
      async close() {
        endUpkeep()
        await close()
        await unlock()
      },
    }
  } catch (error) {
    await unlock()
    throw error
  }
}

/** A new database gets its name only when it is whole and synced; a half-made one is made again. */
async function prepareDirectory(dataDir: string): Promise<string> {
  const directory = path.join(dataDir, 'database')
  if (await isDatabase(directory)) {
    await chmod(directory, 0o700)
    return directory
  }
  const unfinished = path.join(dataDir, 'database.unfinished')
  await rm(unfinished, { recursive: true, force: true })
  await mkdir(unfinished, { mode: 0o700 })
  await initialiseDatabase(unfinished)
  if (existsSync(directory)) await rmdir(directory)
  await rename(unfinished, directory)
  syncDirectory(dataDir)
  syncDirectory(path.dirname(dataDir))
  return directory
}

async function isDatabase(directory: string): Promise<boolean> {
  if (!existsSync(directory) || (await readdir(directory)).length === 0) return false
  for (const file of ['PG_VERSION', 'global/pg_control']) {
    if (existsSync(path.join(directory, file))) continue
    throw new Error(
      `The directory ${directory} is not empty but holds no database (${file} is missing). ` +
        'Nothing was changed. Restore it from a backup, or set DATA_DIR to another directory.',
    )
  }
  return true
}

async function start(directory: string, warn: (message: string) => void): Promise<DatabaseThread> {
  try {
    return await startDatabaseThread(directory, (reason) => {
      // As PostgreSQL does on a panic: what the next start recovers is right, this memory may not be.
      warn(`The embedded database has stopped (${reason}); the server ends. Start it again.`)
      // The failed requests are answered first.
      setTimeout(() => process.exit(1), 100)
    })
  } catch (error) {
    throw new Error(
      `The embedded database in ${directory} did not start: ${(error as Error).message}. ` +
        'Nothing was deleted. Check that the disk has free space and is readable.',
      { cause: error },
    )
  }
}

function poolOf(thread: DatabaseThread): pg.Pool {
  const pool = new pg.Pool({
    stream: () => thread.connect(),
    max: 1,
    idleTimeoutMillis: 0,
    connectionTimeoutMillis: waitForTurnMs,
    types: typeParsers(),
    // Named here, because pg would take what is not from the environment.
    host: 'embedded',
    port: 5432,
    user: 'postgres',
    password: '',
    database: 'postgres',
    ssl: false,
  })
  prepareMarked(pool)
  // What ended it is told by whoever watches the thread.
  surviveLosses(pool, () => {})
  return pool
}

/** A commit that does not cause a sync would be lost in a power cut: then nothing is served. */
async function checkSyncs(pool: pg.Pool, thread: DatabaseThread): Promise<void> {
  const before = thread.syncCount()
  await pool.query(`select pg_logical_emit_message(true, 'rollcall', 'does a commit sync?')`)
  if (thread.syncCount() === before) {
    throw new Error(
      'The embedded database does not write its commits through to the disk, so a power cut ' +
        'would lose them. Install the exact packages of package-lock.json (npm ci), or set DATABASE_URL.',
    )
  }
}
