/** The addresses of pages are in one list, and code takes them from there. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { PAGES } from '@rollcall/contract/pages'
import { PLACES } from '@rollcall/contract/places'
import { expect, test } from 'vitest'

const root = path.join(import.meta.dirname, '..')
const LIST = 'packages/contract/src/pages.ts'

const FIRST_PARTS = new Set(PLACES.map((place) => place.path.split('/')[1] ?? ''))
/** Texts that begin with a page's address, and those that have it after a site's own address. */
const ADDRESS = new RegExp(
  `(?:['"\`]|(?:[uU]rl|origin|site)\\})/(?:${[...FIRST_PARTS].filter(Boolean).join('|')})(?=['"\`/?#])`,
  'g',
)

const files = execFileSync('git', ['ls-files', 'packages/*/src/*.ts', 'packages/*/src/*.tsx'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter(
    (file) => file !== '' && file !== LIST && !/\.test\.|\/testing\/|\/migrations\//.test(file),
  )

const withoutComments = (code: string) => code.replace(/\/\*.*?\*\/|(?<=^|\s)\/\/[^\n]*/gs, '')

test('only the list of pages says where a page is', () => {
  const found = files.flatMap((file) =>
    [...withoutComments(readFileSync(path.join(root, file), 'utf8')).matchAll(ADDRESS)].map(
      ([address]) => `${file}: ${address}`,
    ),
  )
  expect(found).toEqual([])
})

test.each(["to='/my-events'", 'to="/dashboard"', '`/g/$', 'publicUrl}/e/$', "'/maps?sort=name'"])(
  'finds %s',
  (code) => {
    expect(code).toMatch(new RegExp(ADDRESS.source))
  },
)

test('no two pages have the same address', () => {
  const shapes = Object.values(PAGES).map((page) => page.path.replace(/:\w+/g, ':'))
  expect(new Set(shapes).size).toBe(shapes.length)
})
