import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { cacheUser, clearSession, findCachedUser, startSession } from './session.ts'

const user = { id: 7, username: 'ana', profile_image_url: null, isAdmin: false }

beforeEach(() => {
  const stored = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  })
  startSession('first')
})
afterEach(() => vi.unstubAllGlobals())

test("a session's user is cached until the session ends", () => {
  cacheUser(user, 'first')
  expect(findCachedUser()).toEqual(user)
  clearSession()
  expect(findCachedUser()).toBeUndefined()
})

test('an answer that arrives after its session has ended is not cached', () => {
  clearSession()
  cacheUser(user, 'first')
  expect(findCachedUser()).toBeUndefined()
  startSession('second')
  cacheUser(user, 'first')
  expect(findCachedUser()).toBeUndefined()
})
