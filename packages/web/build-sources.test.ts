/** The pages are rebuilt when any of their sources has changed. */
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, it } from 'vitest'
import { listSources } from './build-sources.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')
const OWN_IMPORT = /from '@rollcall\/([\w-]+)\/([\w/-]+)'/g

it('every file that a source imports from one of our packages is a source too', async () => {
  const sources = await listSources()
  const imported = new Set<string>()
  for (const source of sources.filter((file) => /\.tsx?$/.test(file))) {
    const text = await readFile(path.join(ROOT, source), 'utf8')
    for (const [, name, file] of text.matchAll(OWN_IMPORT)) {
      imported.add(`packages/${name}/src/${file}.ts`)
    }
  }
  for (const name of ['contract', 'formats', 'scoring']) {
    expect([...imported].join('\n')).toContain(`packages/${name}/src/`)
  }
  expect([...imported].filter((file) => !sources.includes(file))).toEqual([])
})
