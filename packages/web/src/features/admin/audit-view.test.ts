import { expect, test } from 'vitest'
import { searchFromView, viewFromSearch } from './audit-view.ts'

test('the address and the view say the same', () => {
  const view = { kind: 'upload', username: 'amber & co' } as const
  expect(viewFromSearch(searchFromView(view))).toEqual(view)
  expect(searchFromView({ kind: null, username: '' }).size).toBe(0)
})

test('what makes no sense in the address counts as the default', () => {
  const search = new URLSearchParams({ kind: 'secrets', user: ` ${'x'.repeat(300)} ` })
  expect(viewFromSearch(search)).toEqual({ kind: null, username: 'x'.repeat(200) })
})
