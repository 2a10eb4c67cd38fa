/** The session in local storage. The token is the session; the cached user only fills the top bar sooner. */
import { KnownUser } from '@rollcall/contract/auth'
import { useSyncExternalStore } from 'react'

export const SESSION_TOKEN_KEY = 'jwtToken'
const CACHED_USER_KEY = 'userData'
/** One key for a redirect to the login page, one for the round trip to the platform; the two must not be confused. */
const RETURN_KEYS = { login: 'askedFor', platform: 'afterSignIn' } as const
/** Written by earlier versions; still removed when a session ends. */
const FORMER_TOKEN_KEY = 'userToken'

export function findSessionToken(): string | null {
  return localStorage.getItem(SESSION_TOKEN_KEY)
}

export function onChangeInOtherTab(listener: () => void): () => void {
  addEventListener('storage', listener)
  return () => removeEventListener('storage', listener)
}

/** The token, for pages that must notice when another tab signs in. */
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
  // Replaces the token in one step: other tabs would take a missing token for a sign-out.
  localStorage.setItem(SESSION_TOKEN_KEY, token)
  localStorage.removeItem(FORMER_TOKEN_KEY)
  localStorage.removeItem(CACHED_USER_KEY)
}

export function clearSession(): void {
  for (const key of [SESSION_TOKEN_KEY, FORMER_TOKEN_KEY, CACHED_USER_KEY]) {
    localStorage.removeItem(key)
  }
}

/** Caches the user unless the session they were loaded with has ended since. */
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

type ReturnKind = keyof typeof RETURN_KEYS

/** Remembers, in this tab, which page somebody asked for before they were sent to sign in. */
export function keepReturn(kind: ReturnKind, path: string | null): void {
  if (path === null) sessionStorage.removeItem(RETURN_KEYS[kind])
  else sessionStorage.setItem(RETURN_KEYS[kind], path)
}

/** Returns the remembered page and forgets it. */
export function claimReturn(kind: ReturnKind): string | null {
  const path = sessionStorage.getItem(RETURN_KEYS[kind])
  sessionStorage.removeItem(RETURN_KEYS[kind])
  return path
}

/** @param asked the page that redirected to the login page; null: somebody opened the login page itself */
export function pathAfterSignIn(asked: string | null): string {
  // Two slashes would begin the address of another site.
  return asked !== null && /^\/(?!\/)/.test(asked) ? asked : '/dashboard'
}
