import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { readConfig } from './config.ts'
import { limitSchemas } from './limits.ts'

it('are listed in docs/operating.md, with their defaults', () => {
  const operating = readFileSync(new URL('../../../docs/operating.md', import.meta.url), 'utf8')
  const listed = operating.matchAll(/^\| `([A-Z_]+)` \| (\d+) \|/gm)
  const { limits } = readConfig({})
  const byDefault = Object.keys(limitSchemas).map((name) => [
    name,
    limits[name as keyof typeof limits],
  ])
  expect([...listed].map(([, name, number]) => [name, Number(number)])).toEqual(byDefault)
})
