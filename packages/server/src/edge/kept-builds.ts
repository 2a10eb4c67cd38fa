/**
 * The scripts and styles of the build that is served and of the one before, in DATA_DIR: a page that was open during an
 * update still asks for its own. Their names contain hashes of their contents, so builds never disagree about a name.
 */
import { createHash } from 'node:crypto'
import { cp, mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises'
import path from 'node:path'

const FOLDER = 'web-builds'
const ASSETS = 'assets'
/** This build and the one before. */
const KEPT_BUILDS = 2

interface Builds {
  readonly webDir: string
  readonly dataDir: string
  readonly now: Date
}

/** Keeps a copy of this build, forgets all but the newest two, and returns their folders, the newest first. */
export async function keepBuilds({ webDir, dataDir, now }: Builds): Promise<string[]> {
  // DATA_DIR may be relative, and the pages' server takes absolute paths only.
  const folder = path.resolve(dataDir, FOLDER)
  await mkdir(folder, { recursive: true })
  const own = await nameBuild(webDir)
  if (own === null) return []
  const copy = path.join(folder, own)
  if (!(await exists(copy))) await copyWhole(path.join(webDir, ASSETS), copy)
  await utimes(copy, now, now)
  const kept = await Promise.all(
    (await readdir(folder)).map(async (name) => {
      const build = path.join(folder, name)
      return { build, atMs: (await stat(build)).mtimeMs }
    }),
  )
  kept.sort((one, other) => other.atMs - one.atMs)
  await Promise.all(
    kept.slice(KEPT_BUILDS).map(({ build }) => rm(build, { recursive: true, force: true })),
  )
  return kept.slice(0, KEPT_BUILDS).map(({ build }) => build)
}

/** The same files have the same name; null: there are none. */
async function nameBuild(webDir: string): Promise<string | null> {
  const assets = path.join(webDir, ASSETS)
  if (!(await exists(assets))) return null
  const files = (await readdir(assets, { recursive: true })).sort()
  return createHash('sha256').update(files.join('\n')).digest('hex').slice(0, 16)
}

/** All of it or nothing, since a server may be stopped meanwhile. */
async function copyWhole(assets: string, copy: string): Promise<void> {
  const part = `${copy}.part`
  await rm(part, { recursive: true, force: true })
  await cp(assets, path.join(part, ASSETS), { recursive: true })
  await rename(part, copy)
}

async function exists(file: string): Promise<boolean> {
  return stat(file).then(
    () => true,
    () => false,
  )
}
