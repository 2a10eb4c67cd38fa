/** Which file imports which, and where `layers.ts` puts it. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { PACKAGES } from '../layers.ts'

export const root = path.join(import.meta.dirname, '..')

export const files = execFileSync('git', ['ls-files', '*.ts', '*.tsx'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => file !== '')

export const imports = files.flatMap((file) =>
  listImports(file).map((imported) => ({ file, imported })),
)

interface Part {
  part: string
  /** As in the list: `pages/*` of `pages/game`. */
  listed: string
  level: number
}

export const findPackage = (file: string) =>
  findPart(
    file.replace(/^@rollcall\//, 'packages/').replace(/^packages\/(e2e|bench|faults)\//, '$1/'),
    PACKAGES,
  )

export const isTest = (file: string) => file.endsWith('.test.ts') || file.endsWith('.test.tsx')

/** The part that the file is, or is in, and its level, counted from the top. */
export function findPart(file: string, layers: readonly (readonly string[])[]): Part | null {
  for (const [level, parts] of layers.entries()) {
    for (const listed of parts) {
      const found = new RegExp(
        `^${listed.replaceAll('.', '\\.').replace('*', '[^/]+')}(?=/|$)`,
      ).exec(file)
      if (found) return { part: found[0], listed, level }
    }
  }
  return null
}

/** Imports of the same package as paths, others by the package's name. */
function listImports(file: string): string[] {
  const text = readFileSync(path.join(root, file), 'utf8')
  return [...text.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*'([^']+)'/g)].flatMap(
    ([, specifier = '']) => {
      if (specifier.startsWith('.')) return path.join(path.dirname(file), specifier)
      if (/^#[a-z]+$/.test(specifier)) return `packages/web/src/${specifier.slice(1)}.ts`
      if (/^#[a-z]+\//.test(specifier)) return `packages/web/src/${specifier.slice(1)}`
      return specifier.startsWith('@rollcall/') ? specifier : []
    },
  )
}
