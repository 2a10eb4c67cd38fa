/** The session in local storage. The token is the session; the cached user only fills the top bar early. */
import { KnownUser } from '@rollcall/contract/auth'
import { useSyncExternalStore } from 'react'

export const SESSION_TOKEN_KEY = 'jwtToken'
const CACHED_USER_KEY = 'userData'
/** Of a redirect to the login page, and of the way to the platform and back: neither may be taken for the other. */
const RETURN_KEYS = { login: 'askedFor', platform: 'afterSignIn' } as const
/** Written by versions before this one; still removed on leaving. */
const FORMER_TOKEN_KEY = 'userToken'

export function findSessionToken(): string | null {
  return localStorage.getItem(SESSION_TOKEN_KEY)
}

export function onChangeInOtherTab(listener: () => void): () => void {
  addEventListener('storage', listener)
  return () => removeEventListener('storage', listener)
}

/** The token, for a page that must notice when another tab signs in. */
export function useSessionToken(): string | null {
  return useSyncExternalStore(onChangeInOtherTab, findSessionToken)
}

let hasStarted = false

/** Since this page was loaded. */
export function hasSessionStarted(): boolean {
  return hasStarted
}

export function startSession(token: string): void {
  hasStarted = true
  // Never without a token in between: other tabs would take it for a sign-out.
  localStorage.setItem(SESSION_TOKEN_KEY, token)
  localStorage.removeItem(FORMER_TOKEN_KEY)
  localStorage.removeItem(CACHED_USER_KEY)
}

export function clearSession(): void {
  for (const key of [SESSION_TOKEN_KEY, FORMER_TOKEN_KEY, CACHED_USER_KEY]) {
    localStorage.removeItem(key)
  }
}

/** For the session that the user was asked for; where that has ended since, nothing may stay of it. */
export function cacheUser(user: KnownUser, token: string | null): void {
  if (token === null || token !== findSessionToken()) return
  localStorage.setItem(CACHED_USER_KEY, JSON.stringify(user))
}

export function findCachedUser(): KnownUser | undefined {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(CACHED_USER_KEY) ?? 'null')
    return KnownUser.safeParse(stored).data
  } catch {
    return undefined
  }
}

type Way = keyof typeof RETURN_KEYS

/** Keeps the page that somebody asked for, in this tab, on the way to the login page or to the platform. */
export function keepReturn(way: Way, path: string | null): void {
  if (path === null) sessionStorage.removeItem(RETURN_KEYS[way])
  else sessionStorage.setItem(RETURN_KEYS[way], path)
}

/** Good for one look. */
export function claimReturn(way: Way): string | null {
  const path = sessionStorage.getItem(RETURN_KEYS[way])
  sessionStorage.removeItem(RETURN_KEYS[way])
  return path
}

/** @param asked the page that led to the login page; null: somebody opened that page itself */
export function pathAfterSignIn(asked: string | null): string {
  // Two slashes would begin the address of another site.
  return asked !== null && /^\/(?!\/)/.test(asked) ? asked : '/dashboard'
}
