/** The session in local storage. The token is the session; the cached user only fills the top bar sooner. */

import { KnownUser } from '@rollcall/contract/auth'
import { PAGES } from '@rollcall/contract/pages'
import { useSyncExternalStore } from 'react'
import { browserStore, onChangeInOtherTab, tabStore } from '#storage'

export const SESSION_TOKEN_KEY = 'jwtToken'
const CACHED_USER_KEY = 'userData'
/** One key for a redirect to the login page, one for the round trip to the platform; the two must not be confused. */
const RETURN_KEYS = { login: 'askedFor', platform: 'afterSignIn' } as const
/** Written by earlier versions; still removed when a session ends. */
const FORMER_TOKEN_KEY = 'userToken'

export function findSessionToken(): string | null {
  return browserStore.read(SESSION_TOKEN_KEY)
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

/** @throws if the browser does not keep the token */
export function startSession(token: string): void {
  hasStarted = true
  // Replaces the token in one step: other tabs would take a missing token for a sign-out.
  if (!browserStore.write(SESSION_TOKEN_KEY, token)) throw new Error('The browser keeps nothing.')
  browserStore.remove(FORMER_TOKEN_KEY)
  browserStore.remove(CACHED_USER_KEY)
}

export function clearSession(): void {
  for (const key of [SESSION_TOKEN_KEY, FORMER_TOKEN_KEY, CACHED_USER_KEY]) {
    browserStore.remove(key)
  }
}

/** Caches the user unless the session they were loaded with has ended since. */
export function cacheUser(user: KnownUser, token: string | null): void {
  if (token === null || token !== findSessionToken()) return
  browserStore.write(CACHED_USER_KEY, JSON.stringify(user))
}

export function findCachedUser(): KnownUser | undefined {
  try {
    const stored: unknown = JSON.parse(browserStore.read(CACHED_USER_KEY) ?? 'null')
    return KnownUser.safeParse(stored).data
  } catch {
    return undefined
  }
}

type ReturnKind = keyof typeof RETURN_KEYS

/** Remembers, in this tab, which page somebody asked for before they were sent to sign in. */
export function keepReturn(kind: ReturnKind, path: string | null): void {
  if (path === null) tabStore.remove(RETURN_KEYS[kind])
  else tabStore.write(RETURN_KEYS[kind], path)
}

/** Returns the remembered page and forgets it. */
export function claimReturn(kind: ReturnKind): string | null {
  const path = tabStore.read(RETURN_KEYS[kind])
  tabStore.remove(RETURN_KEYS[kind])
  return path
}

/** @param asked the page that redirected to the login page; null: somebody opened the login page itself */
export function pathAfterSignIn(asked: string | null): string {
  // Two slashes would begin the address of another site.
  return asked !== null && /^\/(?!\/)/.test(asked) ? asked : PAGES.dashboard.path
}
