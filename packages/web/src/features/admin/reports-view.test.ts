import { expect, test } from 'vitest'
import { searchFromView, viewFromSearch } from './reports-view.ts'

const defaults = { state: 'open', page: 1, user: '', userPage: 1 } as const

test('the address and the view say the same', () => {
  const view = { state: 'dismissed', page: 3, user: 'amber & co', userPage: 2 } as const
  expect(viewFromSearch(searchFromView(view))).toEqual(view)
  expect(searchFromView(defaults).size).toBe(0)
})

test.each(['state=all', 'page=0', 'page=1e3', 'userPage=-1', 'user=+++'])(
  'takes the default for %s',
  (address) => {
    expect(viewFromSearch(new URLSearchParams(address))).toEqual(defaults)
  },
)
