import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { FOLDERS } from '../layers.ts'
import { files, findPackage, findPart, imports, isTest, root } from './imports.ts'

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

/** What a browser denies where it blocks site data, each with the one file, if any, that knows what then happens. */
const DENIED: Readonly<Record<string, readonly string[]>> = {
  '(local|session)Storage|indexedDB|document\\.cookie|caches\\.|serviceWorker': ['storage.ts'],
  'navigator\\.locks|\\{ locks \\}|new BroadcastChannel|SharedWorker': [],
}

describe('the browser of somebody who blocks site data', () => {
  const folder = 'packages/web/src/'
  it.each(Object.entries(DENIED))('is asked for %s in one place only', (pattern, owners) => {
    const users = files.filter(
      (file) =>
        file.startsWith(folder) &&
        !isTest(file) &&
        new RegExp(pattern).test(withoutComments(readFileSync(path.join(root, file), 'utf8'))),
    )
    const others = users.filter((file) => !owners.includes(file.slice(folder.length)))
    expect(others).toEqual([])
    expect(users.length).toBeGreaterThanOrEqual(owners.length)
  })
})

const withoutComments = (text: string) => text.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '')
