/** Sessions made beside the login page, for journeys that are about something else. */
import type { Page } from '@playwright/test'
import { openApiClient, type SessionHeader } from '@rollcall/demo/api-client'
import { ADMIN } from './start-server.ts'

/** Where the server under test listens; known once the tests run. */
export function originUnderTest(): string {
  return process.env.E2E_ORIGIN ?? ''
}

/** From now on journeys of this worker are about another server; gives what ends that. */
export function useServer(origin: string): () => void {
  const before = originUnderTest()
  process.env.E2E_ORIGIN = origin
  return () => {
    process.env.E2E_ORIGIN = before
  }
}

/**
 * Puts a session of that name into the browser and opens the path with it.
 *
 * @returns the session, for calls of the API beside the page
 */
export async function openAs(page: Page, name: string, path: string): Promise<SessionHeader> {
  const session = await openApiClient(originUnderTest()).signIn(name)
  // Any file of the site has the same storage; this one runs nothing.
  await page.goto('/favicon.svg')
  await page.evaluate(
    (token) => localStorage.setItem('jwtToken', token),
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

/** What the API answers to a session: 200, or 401 where it has ended. */
export async function statusOf(session: SessionHeader): Promise<number> {
  const response = await fetch(new URL('/api/user', originUnderTest()), { headers: session })
  return response.status
}

/** What a page keeps of a session. */
export function storedSession(page: Page): Promise<{ token: string | null; user: string | null }> {
  return page.evaluate(() => ({
    token: localStorage.getItem('jwtToken'),
    user: localStorage.getItem('userData'),
  }))
}
