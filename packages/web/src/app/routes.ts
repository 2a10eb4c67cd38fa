/** Every page, whose chunk it is in, and where a 401 leads from it. */
import { type ComponentType, createElement, Fragment } from 'react'
import {
  type NonIndexRouteObject,
  type Params,
  type RouteObject,
  redirect,
  useParams,
  useSearchParams,
} from 'react-router'
import { findSessionToken } from '#api/session.ts'
import { loadPage } from '#ui/load-chunk.ts'
import { type AdminRoute, adminRoutes, settingsRoute } from './admin-routes.ts'
import { ErrorPage, NotFoundPage, UnauthorizedPage } from './dead-end.tsx'
import { forAdmins } from './for-admins.tsx'
import type { PageHandle } from './page-handle.ts'
import { PageTitle } from './page-title.tsx'
import { FirstLoad, RootLayout } from './root-layout.tsx'

type LoadComponent = () => Promise<ComponentType>
type Title = string | ((params: Params, search: URLSearchParams) => string)

function titled(title: Title, Page: ComponentType, isQuiet = false): ComponentType {
  return function TitledPage() {
    const params = useParams()
    const [search] = useSearchParams()
    const text = typeof title === 'string' ? title : title(params, search)
    return createElement(
      Fragment,
      null,
      createElement(PageTitle, { title: text, isQuiet }),
      createElement(Page),
    )
  }
}

function openPage(path: string, title: Title | null, load: LoadComponent): NonIndexRouteObject {
  return {
    path,
    lazy: async () => {
      const Page = await loadPage(load)
      return { Component: title === null ? Page : titled(title, Page) }
    },
  }
}

/** A page that needs a session. */
function page(
  path: string,
  title: Title | null,
  onUnauthorized: PageHandle['onUnauthorized'],
  load: LoadComponent,
): NonIndexRouteObject {
  return {
    ...openPage(path, title, load),
    loader: () => (findSessionToken() === null ? redirect('/login') : null),
    handle: { onUnauthorized } satisfies PageHandle,
  }
}

function adminPage(route: AdminRoute): NonIndexRouteObject {
  const { path, title, titleWithId = title, load } = route
  const titleOf: Title = (_, search) => (search.has('id') ? titleWithId : title)
  return page(path, titleOf, 'unauthorized', async () => forAdmins(await load()))
}

/** The one admin page whose path contains the product's slug, which the router does not know. */
const settingsPage: RouteObject = {
  ...page(settingsRoute.path, null, 'unauthorized', async () => {
    const [{ settingsRouteOf }, Page] = await Promise.all([
      import('./settings-route.tsx'),
      settingsRoute.load(),
    ])
    return settingsRouteOf({ title: settingsRoute.title, Page })
  }),
  loader: ({ params: { settings = '' } }) =>
    settings.startsWith('update-') && findSessionToken() === null ? redirect('/login') : null,
}

type DashboardPages = typeof import('#features/dashboard/dashboard-pages.ts').dashboardPages

function loadDashboard(name: keyof DashboardPages): LoadComponent {
  return async () => (await import('#features/dashboard/dashboard-pages.ts')).dashboardPages[name]
}

/** A page of the dashboard; in place of a season that cannot be one, it leads to the list of them. */
function dashboardPage(path: string, title: Title, name: keyof DashboardPages): RouteObject {
  return {
    ...page(path, title, 'login', loadDashboard(name)),
    loader: ({ params: { season } }) => {
      if (findSessionToken() === null) return redirect('/login')
      return season === undefined || /^\d{1,4}$/.test(season) ? null : toSeasons()
    },
  }
}

const toSeasons = () => redirect('/dashboard/season')

const dashboard: RouteObject = {
  ...page('/dashboard', null, 'login', loadDashboard('DashboardLayout')),
  children: [
    dashboardPage('/dashboard/season', 'Dashboard - Seasons', 'SeasonListPage'),
    dashboardPage('/dashboard/season/:season', seasonTitle, 'SeasonChannelsPage'),
    dashboardPage('/dashboard/season/:season/:channelName', channelTitle, 'ChannelPage'),
    dashboardPage('/dashboard/lifetime', 'Dashboard - Lifetime', 'LifetimePage'),
    dashboardPage('/dashboard/channel', 'Dashboard - Channels', 'ChannelsPage'),
    dashboardPage('/dashboard/channel/:channelName/:season?', channelTitle, 'ChannelPage'),
    { index: true, loader: toSeasons },
    { path: '*', loader: toSeasons },
  ],
}

function seasonTitle({ season }: Params): string {
  return `Dashboard - Season ${season}`
}

function channelTitle({ channelName, season }: Params): string {
  return `Dashboard - ${channelName}${season === undefined ? '' : ` - Season ${season}`}`
}

type EventEditingPages = typeof import('#features/events/event-editing-pages.ts').eventEditingPages

function eventEditingPage(path: string, title: Title, name: keyof EventEditingPages): RouteObject {
  return page(
    path,
    title,
    'login',
    async () => (await import('#features/events/event-editing-pages.ts')).eventEditingPages[name],
  )
}

const loginPage: LoadComponent = async () =>
  (await import('#features/auth/login-page.tsx')).LoginPage

const setupPage: LoadComponent = async () =>
  (await import('#features/scoring/leaderboard-setup-page.tsx')).LeaderboardSetupPage

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
      { path: '/unauthorized', Component: titled('Unauthorized', UnauthorizedPage, true) },
      {
        lazy: async () => ({
          Component: await loadPage(async () => (await import('./shell.tsx')).Shell),
        }),
        // Also for the shell's own call on a page without a rule, such as the not-found view.
        handle: { onUnauthorized: 'unauthorized' } satisfies PageHandle,
        children: [
          {
            ErrorBoundary: ErrorPage,
            children: [
              dashboard,
              eventEditingPage('/my-events/create', 'Create Event', 'CreateEventPage'),
              eventEditingPage('/my-events/manage/:id', 'Manage Event', 'ManageEventPage'),
              eventEditingPage(
                '/my-events/manage-series/:id',
                'Manage Event Series',
                'ManageSeriesPage',
              ),
              page(
                '/leaderboards',
                'Leaderboards',
                'unauthorized',
                async () => (await import('./leaderboards-route.tsx')).LeaderboardsRoute,
              ),
              page(
                '/my-events',
                'My Events',
                'login',
                async () => (await import('#features/events/my-events-page.tsx')).MyEventsPage,
              ),
              page(
                '/my-events/view-leaderboard/:eventId',
                'Event Leaderboard',
                'login',
                async () => (await import('./event-leaderboard-route.tsx')).EventLeaderboardRoute,
              ),
              page('/new-leaderboard-config', 'Leaderboard Setup', 'login', setupPage),
              page('/manage-leaderboard-config/:id', 'Leaderboard Setup', 'login', setupPage),
              page(
                '/download',
                'Download',
                'unauthorized',
                async () => (await import('./download-page.tsx')).DownloadPage,
              ),
              // The address of the key's former page; messages of the server still name it.
              { path: '/upload-key', loader: () => redirect('/download#upload-key') },
              ...adminRoutes.map(adminPage),
              settingsPage,
              { path: '*', Component: titled('Not Found', NotFoundPage) },
            ],
          },
        ],
      },
    ],
  },
]
