/**
 * Copies on disk of the installers that people download, named by their content: no name that a person chose reaches
 * the file system. Any of them may go missing; then it is made again from the database.
 */
import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { lstat, mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { INSTALLER_TYPES, installerTypeOf } from '@rollcall/contract/releases'
import { DAY_MS } from '@rollcall/formats/durations'
import type { AppContext } from '../../edge/app-context.ts'
import { MIB } from '../../limits.ts'
import { isDiskFull } from '../../platform/database/failures.ts'
import { freeSpaceBytes } from '../../platform/database/file-system.ts'
import type { Db } from '../../platform/database/schema.ts'
import { freePassed } from './free-passed.ts'
import { readContent } from './installer-contents.ts'
import type { StoredInstaller } from './installers.ts'

const PART = '.part'
/** Those that were downloaded last stay; hardly anybody wants an older version. */
const KEPT_FILES = 4

export function installersDir(dataDir: string): string {
  return path.join(dataDir, 'releases')
}

/** An installer's file name on disk. */
export function storedFileName({
  fileName,
  sha256,
}: Pick<StoredInstaller, 'fileName' | 'sha256'>): string {
  return `${sha256}${installerTypeOf(fileName) ?? ''}`
}

/** Whether a file on disk can be an installer, judging by its name. */
export function isStoredFileName(name: string): boolean {
  return INSTALLER_TYPES.some(
    (type) => name.endsWith(type) && /^[0-9a-f]{64}$/.test(name.slice(0, -type.length)),
  )
}

export class InstallerCache {
  readonly dir: string
  readonly #context: Pick<AppContext, 'config' | 'db' | 'pool'>
  readonly #making = new Map<string, Promise<boolean>>()

  constructor(context: Pick<AppContext, 'config' | 'db' | 'pool'>) {
    this.#context = context
    this.dir = installersDir(context.config.dataDir)
  }

  /** Makes the copy unless it is there. Returns false if there is no room for it. */
  async has(installer: StoredInstaller, contentId: number): Promise<boolean> {
    const name = storedFileName(installer)
    const file = path.join(this.dir, name)
    if (await isFile(file)) {
      const now = new Date()
      await utimes(file, now, now).catch(() => {})
      return true
    }
    const making =
      this.#making.get(name) ??
      this.#make(file, installer, contentId).finally(() => this.#making.delete(name))
    this.#making.set(name, making)
    return making
  }

  async #make(
    file: string,
    { sha256, sizeBytes }: StoredInstaller,
    contentId: number,
  ): Promise<boolean> {
    const { config, db, pool } = this.#context
    const free = await freeSpaceBytes(config.dataDir)
    if (free - sizeBytes < config.limits.FREE_SPACE_RESERVE_MIB * MIB) {
      return false
    }
    await mkdir(this.dir, { recursive: true, mode: 0o700 })
    const part = path.join(this.dir, randomUUID() + PART)
    const hash = createHash('sha256')
    try {
      await pipeline(
        readContent(pool, contentId),
        freePassed,
        async function* hashed(chunks: AsyncIterable<Buffer>) {
          for await (const chunk of chunks) {
            hash.update(chunk)
            yield chunk
          }
        },
        createWriteStream(part, { flags: 'wx', mode: 0o600 }),
      )
      if (hash.digest('hex') !== sha256) {
        throw new Error(`the stored content of the installer ${sha256} has another hash`)
      }
      await rename(part, file)
    } catch (error) {
      if (isDiskFull(error)) {
        return false
      }
      throw error
    } finally {
      await rm(part, { force: true })
    }
    await dropOldest(this.dir, db)
    return true
  }
}

export async function isFile(file: string): Promise<boolean> {
  // A link with that name would lead out of the directory.
  return (await lstat(file).catch(() => null))?.isFile() ?? false
}

async function dropOldest(dir: string, db: Db): Promise<void> {
  const names = (await readdir(dir)).filter(isStoredFileName)
  const used = await Promise.all(
    names.map(async (name) => {
      const found = await stat(path.join(dir, name)).catch(() => null)
      return { name, sha256: name.slice(0, 64), atMs: found?.mtimeMs ?? 0 }
    }),
  )
  const oldest = used.toSorted((a, b) => b.atMs - a.atMs).slice(KEPT_FILES)
  if (oldest.length === 0) {
    return
  }
  // A file that an earlier version stored is not in the database until the next start.
  const kept = await db
    .selectFrom('installer_contents')
    .select('sha256')
    .where(
      'sha256',
      'in',
      oldest.map(({ sha256 }) => sha256),
    )
    .execute()
  const isKept = new Set(kept.map(({ sha256 }) => sha256))
  for (const { name, sha256 } of oldest) {
    if (isKept.has(sha256)) {
      await rm(path.join(dir, name), { force: true })
    }
  }
}

/**
 * Runs at start: removes what a crash left behind. Other servers may share the directory, so it removes only what is
 * too old to be in progress.
 */
export async function dropBrokenCopies(dataDir: string, now: Date): Promise<void> {
  const dir = installersDir(dataDir)
  await mkdir(dir, { recursive: true, mode: 0o700 })
  for (const name of await readdir(dir)) {
    const file = path.join(dir, name)
    if (name.endsWith(PART) && now.getTime() - (await stat(file)).mtimeMs > DAY_MS) {
      await rm(file, { force: true })
    }
  }
}
