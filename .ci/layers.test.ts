import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { FOLDERS, PACKAGES } from '../layers.ts'

const root = path.join(import.meta.dirname, '..')
const files = execFileSync('git', ['ls-files', '*.ts', '*.tsx'], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter((file) => file !== '')

const imports = files.flatMap((file) => listImports(file).map((imported) => ({ file, imported })))

describe('layers', () => {
  it('finds the imports', () => {
    expect(imports).toContainEqual({
      file: 'packages/server/src/start.ts',
      imported: 'packages/server/src/app.ts',
    })
    expect(imports).toContainEqual({
      file: 'packages/web/src/app/start-app.tsx',
      imported: 'packages/web/src/app/routes.ts',
    })
  })

  it('has a layer for every file', () => {
    for (const [folder, layers] of Object.entries(FOLDERS)) {
      const unlisted = files.filter(
        (file) =>
          file.startsWith(`${folder}/`) &&
          !isTest(file) &&
          findPart(file.slice(folder.length + 1), layers) === null,
      )
      expect(unlisted, folder).toEqual([])
    }
  })

  it('imports only what is below', () => {
    const wrong = imports.filter(({ file, imported }) => {
      const [from, to] = [findPackage(file), findPackage(imported)]
      if (from === null || to === null) return false
      if (from.part !== to.part) return from.level >= to.level
      const folder = Object.keys(FOLDERS).find((each) => file.startsWith(`${each}/`))
      const layers = folder === undefined ? undefined : FOLDERS[folder]
      if (folder === undefined || layers === undefined || isTest(file)) return false
      const [own, other] = [file, imported].map((each) =>
        findPart(each.slice(folder.length + 1), layers),
      )
      return !own || !other || (own.part !== other.part && own.level >= other.level)
    })
    expect(wrong).toEqual([])
  })

  it('imports packages by their names', () => {
    const byPath = imports.filter(
      ({ file, imported }) =>
        imported.startsWith('packages/') && findPackage(file)?.part !== findPackage(imported)?.part,
    )
    expect(byPath).toEqual([])
  })
})

interface Part {
  part: string
  level: number
}

const findPackage = (file: string) =>
  findPart(
    file.replace(/^@rollcall\//, 'packages/').replace(/^packages\/(e2e|bench|faults)\//, '$1/'),
    PACKAGES,
  )

const isTest = (file: string) => file.endsWith('.test.ts') || file.endsWith('.test.tsx')

/** The part that the file is, or is in, and its level, counted from the top. */
function findPart(file: string, layers: readonly (readonly string[])[]): Part | null {
  for (const [level, parts] of layers.entries()) {
    for (const part of parts) {
      const found = new RegExp(`^${part.replaceAll('.', '\\.').replace('*', '[^/]+')}(?=/|$)`).exec(
        file,
      )
      if (found) return { part: found[0], level }
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
      if (specifier === '#theme') return 'packages/web/src/theme.ts'
      if (/^#[a-z]+\//.test(specifier)) return `packages/web/src/${specifier.slice(1)}`
      return specifier.startsWith('@rollcall/') ? specifier : []
    },
  )
}
