import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }

const SOURCES = path.resolve(import.meta.dirname, '..')

describe("the overlays' style sheets", () => {
  const sheets = listSheets(path.join(import.meta.dirname, 'main.ts'))

  it('are found', () => {
    expect(sheets).toContain('overlay/overlay.module.css')
    expect(sheets).toContain('ui/board/podium.module.css')
  })

  it('ask for the size of no container', () => {
    const asking = sheets.filter((sheet) =>
      /@container|\bcontainer(?:-type|-name)?\s*:|\dcq(?:[whib]|min|max)\b/.test(
        readFileSync(path.join(SOURCES, sheet), 'utf8').replaceAll(/\/\*.*?\*\//gs, ''),
      ),
    )
    expect(asking).toEqual([])
  })
})

/** The style sheets that a file brings along, by itself or by what it imports. */
function listSheets(entry: string): string[] {
  const seen = new Set([entry])
  for (const file of seen) {
    if (file.endsWith('.css')) continue
    const text = readFileSync(file, 'utf8')
    for (const [, imported = ''] of text.matchAll(
      /(?:\bfrom|^import|\bimport\()\s*'([.#][^']+)'/gm,
    )) {
      const found = resolve(path.dirname(file), imported)
      if (existsSync(found)) seen.add(found)
    }
  }
  return [...seen]
    .filter((file) => file.endsWith('.css'))
    .map((file) => path.relative(SOURCES, file).replaceAll('\\', '/'))
}

function resolve(folder: string, imported: string): string {
  for (const [name, target] of Object.entries(manifest.imports)) {
    const start = name.replace('*', '')
    if (imported.startsWith(start)) {
      const rest = imported.slice(start.length)
      return path.resolve(SOURCES, '..', target.replace('*', rest))
    }
  }
  return path.resolve(folder, imported)
}
