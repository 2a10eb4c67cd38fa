import { expect, test } from 'vitest'
import { findPageHandle } from './leave-on-refusal.ts'

test('the innermost page decides', () => {
  const matches = [
    { route: {} },
    { route: { handle: { onUnauthorized: 'unauthorized' } } },
    { route: { handle: { onUnauthorized: 'login' } } },
  ]
  expect(findPageHandle(matches)?.onUnauthorized).toBe('login')
})

test('a page without a rule takes that of its shell, if there is one', () => {
  const shell = { route: { handle: { onUnauthorized: 'unauthorized' } } }
  expect(findPageHandle([shell, { route: { handle: undefined } }])?.onUnauthorized).toBe(
    'unauthorized',
  )
  expect(findPageHandle([{ route: {} }])).toBeUndefined()
})
