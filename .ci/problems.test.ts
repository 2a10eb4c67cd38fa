/** The catalogues of problems use no code twice, and none is missing from `all.ts`. */
import { readdirSync } from 'node:fs'
import path from 'node:path'
import { PROBLEMS } from '@rollcall/contract/problems/all'
import { CONFIGURATION_PROBLEMS } from '@rollcall/scoring/problem-sentences'
import { describe, expect, it } from 'vitest'

const folder = path.join(import.meta.dirname, '../packages/contract/src/problems')

const catalogues = await Promise.all(
  readdirSync(folder)
    .filter((name) => name.endsWith('.ts') && !/\.test\.ts$|^all\.ts$/.test(name))
    .map(async (name): Promise<[string, object][]> => {
      const module: Record<string, object> = await import(path.join(folder, name))
      return Object.entries(module).filter(([constant]) => /_(?:PROBLEMS|CHECKS)$/.test(constant))
    }),
)
const all = new Map(catalogues.flat())
const codesIn = (ending: string) =>
  [...all].flatMap(([name, problems]) => (name.endsWith(ending) ? Object.keys(problems) : []))

describe('the catalogues of problems', () => {
  it('contain each code once', () => {
    const codes = [...codesIn(''), ...Object.keys(CONFIGURATION_PROBLEMS)]
    expect(codes.length).toBeGreaterThan(100)
    expect(codes.filter((code, index) => codes.indexOf(code) !== index)).toEqual([])
  })

  it('spell codes in snake case', () => {
    expect(codesIn('').filter((code) => !/^[a-z]+(?:_[a-z]+)*$/.test(code))).toEqual([])
  })

  it('are all in `all.ts`', () => {
    expect(Object.keys(PROBLEMS).sort()).toEqual(codesIn('_PROBLEMS').sort())
  })
})
