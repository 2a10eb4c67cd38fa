/** Every page, whose chunk it is in, and where a 401 leads from it. */
import { type ComponentType, createElement, Fragment } from 'react'
import { type RouteObject, redirect } from 'react-router'
import { findSessionToken } from '#api/session.ts'
import { ErrorPage } from './error-page.tsx'
import { loadChunk } from './load-chunk.ts'
import { NotFoundPage } from './not-found-page.tsx'
import type { PageHandle } from './page-handle.ts'
import { PageTitle } from './page-title.tsx'
import { FirstLoad, RootLayout } from './root-layout.tsx'
import { UnauthorizedPage } from './unauthorized-page.tsx'

type LoadComponent = () => Promise<ComponentType>

function titled(title: string, Page: ComponentType, isQuiet = false): ComponentType {
  return function TitledPage() {
    return createElement(
      Fragment,
      null,
      createElement(PageTitle, { title, isQuiet }),
      createElement(Page),
    )
  }
}

function openPage(path: string, title: string | null, load: LoadComponent): RouteObject {
  return {
    path,
    lazy: async () => {
      const Page = await loadChunk(load)
      return { Component: title === null ? Page : titled(title, Page) }
    },
  }
}

/** A page that needs a session. */
function page(
  path: string,
  title: string,
  onUnauthorized: PageHandle['onUnauthorized'],
  load: LoadComponent,
): RouteObject {
  return {
    ...openPage(path, title, load),
    loader: () => (findSessionToken() === null ? redirect('/login') : null),
    handle: { onUnauthorized } satisfies PageHandle,
  }
}

const loginPage: LoadComponent = async () =>
  (await import('#features/auth/login-page.tsx')).LoginPage

export const routes: RouteObject[] = [
  {
    Component: RootLayout,
    ErrorBoundary: ErrorPage,
    HydrateFallback: FirstLoad,
    children: [
      openPage('/', 'Login', loginPage),
      openPage('/login', 'Login', loginPage),
      openPage(
        '/logout',
        'Logout',
        async () => (await import('#features/auth/logout-page.tsx')).LogoutPage,
      ),
      openPage(
        '/auth/callback',
        null,
        async () => (await import('#features/auth/callback-page.tsx')).CallbackPage,
      ),
      // Where a sign-in leads; until the dashboards are there, on to a page that is.
      { path: '/dashboard', loader: () => redirect('/leaderboards') },
      { path: '/unauthorized', Component: titled('Unauthorized', UnauthorizedPage, true) },
      {
        lazy: async () => ({
          Component: await loadChunk(async () => (await import('./shell.tsx')).Shell),
        }),
        // Also for the shell's own call on a page without a rule, such as the not-found view.
        handle: { onUnauthorized: 'unauthorized' } satisfies PageHandle,
        children: [
          {
            ErrorBoundary: ErrorPage,
            children: [
              page(
                '/leaderboards',
                'Leaderboards',
                'unauthorized',
                async () =>
                  (await import('#features/leaderboards/leaderboards-page.tsx')).LeaderboardsPage,
              ),
              page(
                '/upload-key',
                'Upload Key',
                'unauthorized',
                async () => (await import('#features/uploads/upload-key-page.tsx')).UploadKeyPage,
              ),
              { path: '*', Component: titled('Not Found', NotFoundPage) },
            ],
          },
        ],
      },
    ],
  },
]
