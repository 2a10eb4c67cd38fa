/** The session in local storage. The token is the session; the cached user only fills the top bar early. */
import { CurrentUser } from '@rollcall/contract/auth'

export const SESSION_TOKEN_KEY = 'jwtToken'
const CACHED_USER_KEY = 'userData'
/** Written by versions before this one; still removed on leaving. */
const FORMER_TOKEN_KEY = 'userToken'

export function findSessionToken(): string | null {
  return localStorage.getItem(SESSION_TOKEN_KEY)
}

export function startSession(token: string): void {
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

export function cacheUser(user: CurrentUser): void {
  localStorage.setItem(CACHED_USER_KEY, JSON.stringify(user))
}

export function findCachedUser(): CurrentUser | undefined {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(CACHED_USER_KEY) ?? 'null')
    return CurrentUser.safeParse(stored).data
  } catch {
    return undefined
  }
}
