/** Sessions made without the login page, for journeys about something else. */
import type { Page } from '@playwright/test'
import { openApiClient, type SessionHeader } from '@rollcall/demo/api-client'
import { ADMIN } from './start-server.ts'

/** Where the server under test listens; known once the tests run. */
export function originUnderTest(): string {
  return process.env.E2E_ORIGIN ?? ''
}

/** Points this worker's journeys at another server; returns a function that undoes it. */
export function useServer(origin: string): () => void {
  const before = originUnderTest()
  process.env.E2E_ORIGIN = origin
  return () => {
    process.env.E2E_ORIGIN = before
  }
}

/**
 * Signs in as `name` in the browser and opens the path.
 *
 * @returns the session, for API calls outside the page
 */
export async function openAs(page: Page, name: string, path: string): Promise<SessionHeader> {
  const session = await openApiClient(originUnderTest()).signIn(name)
  // Any address of the site has the same storage; this one runs no script.
  await page.goto('/favicon.svg')
  await page.evaluate(
    (token) => {
      localStorage.setItem('jwtToken', token)
      // As every sign-in does: otherwise the page would show the person before.
      localStorage.removeItem('userData')
    },
    session.authorization.replace('Bearer ', ''),
  )
  await page.goto(path)
  return session
}

export function openAsAdmin(page: Page, path: string): Promise<SessionHeader> {
  return openAs(page, ADMIN, path)
}

export async function endSession(session: SessionHeader): Promise<void> {
  await openApiClient(originUnderTest()).signOut(session)
}

/** The API's status for a session: 200, or 401 if it has ended. */
export async function fetchStatus(session: SessionHeader): Promise<number> {
  const response = await fetch(new URL('/api/user', originUnderTest()), { headers: session })
  return response.status
}

/** What a page stores of a session. */
export function storedSession(page: Page): Promise<{ token: string | null; user: string | null }> {
  return page.evaluate(() => ({
    token: localStorage.getItem('jwtToken'),
    user: localStorage.getItem('userData'),
  }))
}
