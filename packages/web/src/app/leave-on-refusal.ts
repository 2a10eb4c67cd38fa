/**
 * Where a refused call leads. A 401 ends the session, and the current page decides where to go; an answer
 * marked as unauthorized leads to /unauthorized from every page.
 */
import { PAGES } from '@rollcall/contract/pages'
import type { QueryClient } from '@tanstack/react-query'
import type { createBrowserRouter } from 'react-router'
import { ApiError } from '#api/api-error.ts'
import { forgetSessionQueries, reloadSessionQueries } from '#api/current-user.ts'
import { clearSession, findSessionToken, SESSION_TOKEN_KEY } from '#api/session.ts'
import type { LoginState } from '#features/auth/sign-in.ts'

export interface PageHandle {
  /** Where a 401 to any call leads while this page is shown; `stay`: nowhere, because the page is for everybody. */
  readonly onUnauthorized: 'unauthorized' | 'login' | 'stay'
}

interface Match {
  readonly route: { readonly handle?: unknown }
}

function isPageHandle(handle: unknown): handle is PageHandle {
  return typeof handle === 'object' && handle !== null && 'onUnauthorized' in handle
}

/** The handle of the innermost route that has one; undefined on pages that need no session. */
export function findPageHandle(matches: readonly Match[]): PageHandle | undefined {
  return matches.map((match) => match.route.handle).findLast(isPageHandle)
}

interface Application {
  readonly router: ReturnType<typeof createBrowserRouter>
  readonly queryClient: QueryClient
}

function shownPath({ router }: Application): string {
  const { pathname, search } = router.state.location
  return pathname + search
}

async function leaveToUnauthorized(application: Application): Promise<void> {
  const state = { from: shownPath(application) }
  await application.router.navigate(PAGES.unauthorized.path, { replace: true, state })
}

async function leaveAfterSession(application: Application): Promise<void> {
  const { router } = application
  const rule = findPageHandle(router.state.matches)?.onUnauthorized
  if (rule === 'login') {
    const state: LoginState = { hasFailed: false, returnTo: shownPath(application) }
    await router.navigate(PAGES.login.path, { replace: true, state })
  }
  if (rule === 'unauthorized') await leaveToUnauthorized(application)
  if (rule === 'stay') await showAgain(application)
}

/** Draws the page in the frame for signed-in people, or in the one for everybody else. */
async function showAgain(application: Application): Promise<void> {
  await application.router.navigate(shownPath(application), {
    replace: true,
    preventScrollReset: true,
  })
}

export function leaveOnRefusal(application: Application, error: Error): void {
  if (!(error instanceof ApiError)) return
  if (error.isMarkedUnauthorized) void leaveToUnauthorized(application)
  if (error.status === 401) endSession(application, error)
}

function endSession(application: Application, error: ApiError): void {
  const token = findSessionToken()
  // The refused token may be an old one: the answer came after a new sign-in.
  if (token !== null && error.token !== token) return
  clearSession()
  // Only once the page is gone, or its queries would run again without a session.
  void leaveAfterSession(application).then(() => forgetSessionQueries(application.queryClient))
}

export function followOtherTabs(application: Application): void {
  addEventListener('storage', (event) => {
    const isSessionChange = event.key === SESSION_TOKEN_KEY || event.key === null
    if (!isSessionChange || event.oldValue === event.newValue) return
    const { router, queryClient } = application
    const rule = findPageHandle(router.state.matches)?.onUnauthorized
    if (findSessionToken() !== null) {
      reloadSessionQueries(queryClient)
      if (rule === 'stay') void showAgain(application)
    } else if (rule) {
      const leaving =
        rule === 'stay'
          ? showAgain(application)
          : router.navigate(PAGES.login.path, { replace: true })
      void leaving.then(() => forgetSessionQueries(queryClient))
    }
  })
}
