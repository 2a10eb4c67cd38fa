/** Everything that a build of the web part depends on. */
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'

const ROOT = path.resolve(import.meta.dirname, '../..')
const PACKAGES = 'packages'
const NOT_A_SOURCE = /(?:^|\/)(?:dist|node_modules)(?:\/|$)|\.test\.tsx?$/

/** A hash over the contents of all sources. */
export async function fingerprint(): Promise<string> {
  const hash = createHash('sha256')
  for (const file of await listSources()) {
    const content = await readFile(path.join(ROOT, file))
    hash.update(`${file}\0${content.length}\0`).update(content)
  }
  return hash.digest('hex')
}

/** Sorted paths relative to the root of the repository: the web's own files, and those of the packages it imports. */
export async function listSources(): Promise<string[]> {
  const imported = await findImported('web')
  const listed = await Promise.all([
    ...['package-lock.json', `${PACKAGES}/web`].map(listFiles),
    ...imported.flatMap((name) =>
      ['package.json', 'src'].map((part) => listFiles(`${PACKAGES}/${name}/${part}`)),
    ),
  ])
  return listed
    .flat()
    .map((file) => file.split(path.sep).join('/'))
    .filter((file) => !NOT_A_SOURCE.test(file))
    .sort()
}

/** The packages of this repository that a package depends on, directly or indirectly. */
async function findImported(name: string, found: string[] = []): Promise<string[]> {
  const manifest = JSON.parse(
    await readFile(path.join(ROOT, PACKAGES, name, 'package.json'), 'utf8'),
  )
  for (const dependency of Object.keys(manifest.dependencies ?? {})) {
    const [, own] = /^@rollcall\/(.+)$/.exec(dependency) ?? []
    if (own !== undefined && !found.includes(own)) {
      found.push(own)
      await findImported(own, found)
    }
  }
  return found
}

async function listFiles(source: string): Promise<string[]> {
  try {
    const entries = await readdir(path.join(ROOT, source), { recursive: true, withFileTypes: true })
    return entries
      .filter((entry) => entry.isFile())
      .map((entry) => path.relative(ROOT, path.join(entry.parentPath, entry.name)))
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'ENOTDIR') return [source]
    if (code === 'ENOENT') return []
    throw error
  }
}
