/** Every page, the chunk it is in, and where a 401 leads from it. */
import { type ComponentType, createElement, useState } from 'react'
import {
  type NonIndexRouteObject,
  type Params,
  type RouteObject,
  redirect,
  useParams,
  useSearchParams,
} from 'react-router'
import { findSessionToken, keepReturn } from '#api/session.ts'
import { loadPage } from '#ui/load-chunk.ts'
import { TabName } from '#ui/tab-name.ts'
import { type AdminRoute, adminRoutes, settingsRoute } from './admin-routes.ts'
import { ErrorPage } from './dead-end.tsx'
import { forAdmins } from './for-admins.tsx'
import type { PageHandle } from './leave-on-refusal.ts'
import { PageTitle } from './page-title.tsx'
import { FirstLoad, RootLayout } from './root-layout.tsx'
import { texts } from './texts.ts'

const { pages } = texts

type LoadComponent = () => Promise<ComponentType>
/** @param name the name as its owner writes it; null until it is known */
type MakeTitle = (params: Params, search: URLSearchParams, name: string | null) => string
type Title = string | MakeTitle

function titled(title: Title, Page: ComponentType, isQuiet = false): ComponentType {
  // One element for good: another name in the tab's title does not draw the page again.
  const content = createElement(Page)
  return function TitledPage() {
    const params = useParams()
    const [search] = useSearchParams()
    const [name, setName] = useState<string | null>(null)
    const text = typeof title === 'string' ? title : title(params, search, name)
    return createElement(
      TabName,
      { value: setName },
      createElement(PageTitle, { title: text, isQuiet }),
      content,
    )
  }
}

/** The title of a page about something with a name. */
const named =
  (title: string): MakeTitle =>
  (_params, _search, name) =>
    name === null ? title : `${name} - ${title}`

/** The title of a page that has only the name as its title. */
const nameOr =
  (title: string): MakeTitle =>
  (_params, _search, name) =>
    name ?? title

async function loadTitled(title: Title | null, load: LoadComponent) {
  const Page = await loadPage(load)
  return { Component: title === null ? Page : titled(title, Page) }
}

function openPage(path: string, title: Title | null, load: LoadComponent): NonIndexRouteObject {
  return { path, lazy: () => loadTitled(title, load) }
}

/** A public page: in the shell for signed-in people, in a light frame for everybody else. */
function publicPage(path: string, title: Title, load: LoadComponent): NonIndexRouteObject {
  return { ...openPage(path, title, load), handle: { onUnauthorized: 'stay' } satisfies PageHandle }
}

/** A redirect to the login page, which leads back here afterwards; null if somebody is signed in. */
function toLogin({ request }: { readonly request: Request }): Response | null {
  if (findSessionToken() !== null) return null
  const { pathname, search } = new URL(request.url)
  keepReturn('login', pathname + search)
  return redirect('/login')
}

/** A page that needs a session. Without one, none of its chunks are loaded, so none can fail to load. */
function page(
  path: string,
  title: Title | null,
  onUnauthorized: PageHandle['onUnauthorized'],
  load: LoadComponent,
): NonIndexRouteObject {
  return {
    path,
    lazy: async () => {
      if (findSessionToken() === null) throw redirect('/login')
      return loadTitled(title, load)
    },
    loader: toLogin,
    handle: { onUnauthorized } satisfies PageHandle,
  }
}

function adminPage(route: AdminRoute): NonIndexRouteObject {
  const { path, title, titleWithId = title, load } = route
  const pageTitle: Title = (_, search) => (search.get('id') ? titleWithId : title)
  return page(path, pageTitle, 'unauthorized', async () => forAdmins(await load()))
}

const loadSettings: LoadComponent = async () => {
  const [{ makeSettingsRoute }, Page] = await Promise.all([
    import('./settings-route.tsx'),
    settingsRoute.load(),
  ])
  return makeSettingsRoute({ title: settingsRoute.title, Page })
}

/** The one admin page whose path contains the product's slug; similar paths lead nobody anywhere. */
const settingsPage: RouteObject = {
  ...page(settingsRoute.path, null, 'unauthorized', loadSettings),
  lazy: () =>
    loadTitled(null, loadSettings).catch((error: unknown) => {
      throw findSessionToken() === null ? redirect('/login') : error
    }),
  loader: (args) => (args.params.settings?.startsWith('update-') ? toLogin(args) : null),
}

type DashboardPages = typeof import('#features/dashboard/dashboard-pages.ts').dashboardPages

/** The pages that need no other feature. */
type DashboardPage = Exclude<keyof DashboardPages, 'SeasonListPage'>

function loadDashboard(name: DashboardPage): LoadComponent {
  return async () => (await import('#features/dashboard/dashboard-pages.ts')).dashboardPages[name]
}

/** A page of the dashboard; an impossible season redirects to the list of seasons. */
function dashboardPage(path: string, title: Title, name: DashboardPage): RouteObject {
  return {
    ...page(path, title, 'login', loadDashboard(name)),
    loader: (args) => {
      const { season } = args.params
      return (
        toLogin(args) ?? (season === undefined || /^\d{1,4}$/.test(season) ? null : toSeasons())
      )
    },
  }
}

const toSeasons = () => redirect('/dashboard/season')

const dashboard: RouteObject = {
  ...page('/dashboard', null, 'login', loadDashboard('DashboardLayout')),
  children: [
    page(
      '/dashboard/season',
      pages.seasons,
      'login',
      async () => (await import('./season-list-route.tsx')).SeasonListRoute,
    ),
    dashboardPage('/dashboard/season/:season', seasonTitle, 'SeasonChannelsPage'),
    dashboardPage('/dashboard/season/:season/:channelName', channelTitle, 'ChannelStatsPage'),
    dashboardPage('/dashboard/lifetime', pages.lifetime, 'LifetimePage'),
    dashboardPage('/dashboard/channel', pages.channels, 'ChannelsPage'),
    dashboardPage('/dashboard/channel/:channelName/:season?', channelTitle, 'ChannelStatsPage'),
    { index: true, loader: toSeasons },
    { path: '*', loader: toSeasons },
  ],
}

function seasonTitle({ season = '' }: Params): string {
  return pages.season(season)
}

function channelTitle(
  { channelName = '', season }: Params,
  _: URLSearchParams,
  name: string | null,
): string {
  const channel = name ?? channelName
  return season === undefined ? pages.channel(channel) : pages.channelSeason(channel, season)
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

const frontPage: LoadComponent = async () => (await import('./front-page.tsx')).FrontPage

const setupPage: LoadComponent = async () =>
  (await import('#features/scoring/leaderboard-setup-page.tsx')).LeaderboardSetupPage

export const routes: RouteObject[] = [
  {
    Component: RootLayout,
    ErrorBoundary: ErrorPage,
    HydrateFallback: FirstLoad,
    children: [
      openPage('/', pages.login, frontPage),
      openPage('/login', pages.login, frontPage),
      openPage(
        '/logout',
        pages.logout,
        async () => (await import('#features/auth/logout-page.tsx')).LogoutPage,
      ),
      openPage(
        '/auth/callback',
        null,
        async () => (await import('#features/auth/callback-page.tsx')).CallbackPage,
      ),
      openPage(
        '/e/:token',
        nameOr(pages.publicEvent),
        async () => (await import('./public-event-route.tsx')).PublicEventRoute,
      ),
      page(
        '/stage/:id',
        named(pages.stage),
        'login',
        async () => (await import('#features/show/stage/stage-page.tsx')).StagePage,
      ),
      {
        path: '/unauthorized',
        lazy: async () => {
          const { UnauthorizedPage } = await loadPage(() => import('./refused-pages.tsx'))
          return { Component: titled(pages.unauthorized, UnauthorizedPage, true) }
        },
      },
      {
        lazy: async () => ({
          Component: await loadPage(async () => (await import('./shell.tsx')).Shell),
        }),
        // For the shell's own call on pages without a rule, such as the not-found view.
        handle: { onUnauthorized: 'unauthorized' } satisfies PageHandle,
        children: [
          {
            ErrorBoundary: ErrorPage,
            children: [
              dashboard,
              eventEditingPage('/my-events/create', pages.createEvent, 'CreateEventPage'),
              eventEditingPage(
                '/my-events/manage/:id',
                named(pages.manageEvent),
                'ManageEventPage',
              ),
              eventEditingPage(
                '/my-events/manage-series/:id',
                named(pages.eventSeries),
                'ManageSeriesPage',
              ),
              page(
                '/leaderboards',
                pages.leaderboards,
                'unauthorized',
                async () => (await import('./leaderboards-route.tsx')).LeaderboardsRoute,
              ),
              page(
                '/my-events',
                pages.myEvents,
                'login',
                async () =>
                  (await import('#features/events/my-events/my-events-page.tsx')).MyEventsPage,
              ),
              page(
                '/my-events/view-leaderboard/:eventId',
                null,
                'login',
                async () => (await import('./event-leaderboard-route.tsx')).EventLeaderboardRoute,
              ),
              page(
                '/my-events/control/:id',
                named(pages.controlRoom),
                'login',
                async () => (await import('./control-room-route.tsx')).ControlRoomRoute,
              ),
              page(
                '/my-events/overlays',
                pages.overlays,
                'login',
                async () =>
                  (await import('#features/show/overlays/overlays-page.tsx')).OverlaysPage,
              ),
              page(
                '/my-uploads',
                pages.myUploads,
                'login',
                async () => (await import('#features/uploads/my-uploads-page.tsx')).MyUploadsPage,
              ),
              page('/new-leaderboard-config', pages.leaderboardSetup, 'login', setupPage),
              page('/manage-leaderboard-config/:id', pages.leaderboardSetup, 'login', setupPage),
              page(
                '/download',
                pages.download,
                'unauthorized',
                async () => (await import('./download-page.tsx')).DownloadPage,
              ),
              ...(import.meta.env.DEV
                ? [
                    openPage(
                      '/parts',
                      'Parts',
                      async () => (await import('./parts-page.tsx')).PartsPage,
                    ),
                  ]
                : []),
              page(
                '/connect',
                pages.connect,
                'login',
                async () => (await import('#features/companions/connect-page.tsx')).ConnectPage,
              ),
              page(
                '/api-keys',
                pages.apiKeys,
                'login',
                async () => (await import('#features/api-keys/api-keys-page.tsx')).ApiKeysPage,
              ),
              page(
                '/account',
                pages.account,
                'login',
                async () => (await import('#features/account/account-page.tsx')).AccountPage,
              ),
              // The upload key's old page; messages from the server still name it.
              { path: '/upload-key', loader: () => redirect('/download#upload-key') },
              publicPage(
                '/c/:channel',
                nameOr(pages.channelPage),
                async () => (await import('#features/channels/channel-page.tsx')).ChannelPage,
              ),
              publicPage(
                '/g/:id',
                nameOr(pages.game),
                async () => (await import('#features/games/game-page.tsx')).GamePage,
              ),
              publicPage(
                '/events',
                pages.events,
                async () => (await import('#features/events/public/events-page.tsx')).EventsPage,
              ),
              publicPage(
                '/maps',
                pages.maps,
                async () => (await import('#features/maps/maps-page.tsx')).MapsPage,
              ),
              publicPage(
                '/maps/:id',
                nameOr(pages.map),
                async () => (await import('#features/maps/map-page.tsx')).MapPage,
              ),
              publicPage(
                '/seasons',
                pages.seasonStandings,
                async () =>
                  (await import('#features/leaderboards/season/opening-season-page.tsx'))
                    .OpeningSeasonPage,
              ),
              publicPage(
                '/seasons/:season',
                nameOr(pages.seasonStandings),
                async () =>
                  (await import('#features/leaderboards/season/season-page.tsx')).SeasonPage,
              ),
              publicPage(
                '/luck',
                pages.luckiest,
                async () => (await import('#features/racers/luckiest-page.tsx')).LuckiestPage,
              ),
              publicPage(
                '/r/:platform/:login',
                nameOr(pages.racer),
                async () => (await import('#features/racers/racer-page.tsx')).RacerPage,
              ),
              publicPage(
                '/r/:platform/:login/vs/:otherPlatform/:otherLogin',
                named(pages.versus),
                async () => (await import('#features/racers/versus-page.tsx')).VersusPage,
              ),
              ...adminRoutes.map(adminPage),
              settingsPage,
              openPage(
                '*',
                pages.notFound,
                async () => (await import('./refused-pages.tsx')).NotFoundPage,
              ),
            ],
          },
        ],
      },
    ],
  },
]
