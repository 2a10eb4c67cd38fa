/** What a 401 does: the session is over, and the page that is shown decides where that leads. */
import type { QueryClient } from '@tanstack/react-query'
import type { createBrowserRouter } from 'react-router'
import { ApiError } from '#api/api-error.ts'
import { clearSession, findSessionToken, SESSION_TOKEN_KEY } from '#api/session.ts'
import { forgetSessionQueries, reloadSessionQueries } from '#api/session-queries.ts'
import { findPageHandle } from './page-handle.ts'

interface Application {
  readonly router: ReturnType<typeof createBrowserRouter>
  readonly queryClient: QueryClient
}

async function leave({ router }: Application): Promise<void> {
  const { matches, location } = router.state
  const rule = findPageHandle(matches)?.onUnauthorized
  if (rule === 'login') await router.navigate('/login', { replace: true })
  if (rule === 'unauthorized') {
    await router.navigate('/unauthorized', { replace: true, state: { from: location.pathname } })
  }
}

export function endSessionOn401(application: Application, error: Error): void {
  if (!(error instanceof ApiError) || error.status !== 401) return
  const token = findSessionToken()
  // The refused token may be an old one, answered after somebody signed in anew.
  if (token !== null && error.token !== token) return
  clearSession()
  // Only once the page is gone: its queries would otherwise be asked anew, without a session.
  void leave(application).then(() => forgetSessionQueries(application.queryClient))
}

/** Follows a sign-in or sign-out in another tab. */
export function followOtherTabs(application: Application): void {
  addEventListener('storage', (event) => {
    const isSessionChange = event.key === SESSION_TOKEN_KEY || event.key === null
    if (!isSessionChange || event.oldValue === event.newValue) return
    const { router, queryClient } = application
    if (findSessionToken() !== null) {
      reloadSessionQueries(queryClient)
    } else if (findPageHandle(router.state.matches)?.onUnauthorized) {
      void router
        .navigate('/login', { replace: true })
        .then(() => forgetSessionQueries(queryClient))
    }
  })
}
