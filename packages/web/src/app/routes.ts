/** Every page, the chunk it is in, and where a 401 leads from it. */
import { PAGES } from '@rollcall/contract/pages'
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

const { pages: titles } = texts

interface Address {
  readonly path: string
}

type LoadComponent = () => Promise<ComponentType>
/** @param name the name as its owner writes it; null until it is known */
type MakeTitle = (params: Params, search: URLSearchParams, name: string | null) => string
/** `whole`: it has the product's name in it, which other titles get in front of them. */
type Title = string | MakeTitle | { readonly whole: (product: string) => string }

function titled(title: Title, Page: ComponentType, isQuiet = false): ComponentType {
  // One element for good: another name in the tab's title does not draw the page again.
  const content = createElement(Page)
  return function TitledPage() {
    const params = useParams()
    const [search] = useSearchParams()
    const [name, setName] = useState<string | null>(null)
    const text = typeof title === 'function' ? title(params, search, name) : title
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

function openPage(at: Address, title: Title | null, load: LoadComponent): NonIndexRouteObject {
  return { path: at.path, lazy: () => loadTitled(title, load) }
}

/** A public page: in the shell for signed-in people, in a light frame for everybody else. */
function publicPage(at: Address, title: Title, load: LoadComponent): NonIndexRouteObject {
  return { ...openPage(at, title, load), handle: { onUnauthorized: 'stay' } satisfies PageHandle }
}

/** A redirect to the login page, which leads back here afterwards; null if somebody is signed in. */
function toLogin({ request }: { readonly request: Request }): Response | null {
  if (findSessionToken() !== null) return null
  const { pathname, search } = new URL(request.url)
  keepReturn('login', pathname + search)
  return redirect(PAGES.login.path)
}

/** A page that needs a session. Without one, none of its chunks are loaded, so none can fail to load. */
function page(
  at: Address,
  title: Title | null,
  onUnauthorized: PageHandle['onUnauthorized'],
  load: LoadComponent,
): NonIndexRouteObject {
  return {
    path: at.path,
    lazy: async () => {
      if (findSessionToken() === null) throw redirect(PAGES.login.path)
      return loadTitled(title, load)
    },
    loader: toLogin,
    handle: { onUnauthorized } satisfies PageHandle,
  }
}

function adminPage(route: AdminRoute): NonIndexRouteObject {
  const { title, titleWithId = title, load } = route
  const pageTitle: Title = (_, search) => (search.get('id') ? titleWithId : title)
  return page(route, pageTitle, 'unauthorized', async () => forAdmins(await load()))
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
  ...page(settingsRoute, null, 'unauthorized', loadSettings),
  lazy: () =>
    loadTitled(null, loadSettings).catch((error: unknown) => {
      throw findSessionToken() === null ? redirect(PAGES.login.path) : error
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
function dashboardPage(at: Address, title: Title, name: DashboardPage): RouteObject {
  return {
    ...page(at, title, 'login', loadDashboard(name)),
    loader: (args) => {
      const { season } = args.params
      return (
        toLogin(args) ?? (season === undefined || /^\d{1,4}$/.test(season) ? null : toSeasons())
      )
    },
  }
}

const toSeasons = () => redirect(PAGES.dashboardSeasons.path)

const dashboard: RouteObject = {
  ...page(PAGES.dashboard, null, 'login', loadDashboard('DashboardLayout')),
  children: [
    page(
      PAGES.dashboardSeasons,
      titles.seasons,
      'login',
      async () => (await import('./season-list-route.tsx')).SeasonListRoute,
    ),
    dashboardPage(PAGES.dashboardSeason, seasonTitle, 'SeasonChannelsPage'),
    dashboardPage(PAGES.dashboardSeasonChannel, channelTitle, 'ChannelStatsPage'),
    dashboardPage(PAGES.dashboardLifetime, titles.lifetime, 'LifetimePage'),
    dashboardPage(PAGES.dashboardChannels, titles.channels, 'ChannelsPage'),
    dashboardPage(PAGES.dashboardChannel, channelTitle, 'ChannelStatsPage'),
    { index: true, loader: toSeasons },
    { path: '*', loader: toSeasons },
  ],
}

function seasonTitle({ season = '' }: Params): string {
  return titles.season(season)
}

function channelTitle(
  { channelName = '', season }: Params,
  _: URLSearchParams,
  name: string | null,
): string {
  const channel = name ?? channelName
  return season === undefined ? titles.channel(channel) : titles.channelSeason(channel, season)
}

type EventEditingPages = typeof import('#features/events/event-editing-pages.ts').eventEditingPages

function eventEditingPage(at: Address, title: Title, name: keyof EventEditingPages): RouteObject {
  return page(
    at,
    title,
    'login',
    async () => (await import('#features/events/event-editing-pages.ts')).eventEditingPages[name],
  )
}

const frontPage: LoadComponent = async () => (await import('./front-page.tsx')).FrontPage

const setupPage: LoadComponent = async () =>
  (await import('./leaderboard-setup-route.tsx')).LeaderboardSetupRoute

export const routes: RouteObject[] = [
  {
    Component: RootLayout,
    ErrorBoundary: ErrorPage,
    HydrateFallback: FirstLoad,
    children: [
      openPage(PAGES.front, { whole: titles.front }, frontPage),
      openPage(PAGES.login, titles.login, frontPage),
      openPage(
        PAGES.logout,
        titles.logout,
        async () => (await import('#features/auth/logout-page.tsx')).LogoutPage,
      ),
      openPage(
        PAGES.callback,
        null,
        async () => (await import('#features/auth/callback-page.tsx')).CallbackPage,
      ),
      page(
        PAGES.stage,
        named(titles.stage),
        'login',
        async () => (await import('#features/show/stage/stage-page.tsx')).StagePage,
      ),
      {
        path: PAGES.unauthorized.path,
        lazy: async () => {
          const { UnauthorizedPage } = await loadPage(() => import('./refused-pages.tsx'))
          return { Component: titled(titles.unauthorized, UnauthorizedPage, true) }
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
              eventEditingPage(PAGES.createEvent, titles.createEvent, 'CreateEventPage'),
              eventEditingPage(PAGES.manageEvent, named(titles.manageEvent), 'ManageEventPage'),
              eventEditingPage(PAGES.manageSeries, named(titles.eventSeries), 'ManageSeriesPage'),
              page(
                PAGES.leaderboards,
                titles.leaderboards,
                'unauthorized',
                async () => (await import('./leaderboards-route.tsx')).LeaderboardsRoute,
              ),
              page(
                PAGES.myEvents,
                titles.myEvents,
                'login',
                async () =>
                  (await import('#features/events/my-events/my-events-page.tsx')).MyEventsPage,
              ),
              page(
                PAGES.eventLeaderboard,
                null,
                'login',
                async () => (await import('./event-leaderboard-route.tsx')).EventLeaderboardRoute,
              ),
              page(
                PAGES.controlRoom,
                named(titles.controlRoom),
                'login',
                async () => (await import('./control-room-route.tsx')).ControlRoomRoute,
              ),
              page(
                PAGES.overlays,
                titles.overlays,
                'login',
                async () =>
                  (await import('#features/show/overlays/overlays-page.tsx')).OverlaysPage,
              ),
              page(
                PAGES.myUploads,
                titles.myUploads,
                'login',
                async () => (await import('./my-uploads-route.tsx')).MyUploadsRoute,
              ),
              page(
                PAGES.scoring,
                titles.scoring,
                'login',
                async () => (await import('#features/scoring/scoring-page.tsx')).ScoringPage,
              ),
              page(PAGES.createLeaderboard, titles.leaderboardSetup, 'login', setupPage),
              page(PAGES.manageLeaderboard, titles.leaderboardSetup, 'login', setupPage),
              page(
                PAGES.download,
                titles.download,
                'unauthorized',
                async () => (await import('./download-page.tsx')).DownloadPage,
              ),
              ...(import.meta.env.DEV
                ? [
                    openPage(
                      { path: '/parts' },
                      'Parts',
                      async () => (await import('./parts-page.tsx')).PartsPage,
                    ),
                  ]
                : []),
              page(
                PAGES.connect,
                titles.connect,
                'login',
                async () => (await import('#features/companions/connect-page.tsx')).ConnectPage,
              ),
              page(
                PAGES.team,
                named(titles.team),
                'login',
                async () => (await import('#features/events/league/teams/team-page.tsx')).TeamPage,
              ),
              page(
                PAGES.apiKeys,
                titles.apiKeys,
                'login',
                async () => (await import('#features/api-keys/api-keys-page.tsx')).ApiKeysPage,
              ),
              page(
                PAGES.account,
                titles.account,
                'login',
                async () => (await import('#features/account/account-page.tsx')).AccountPage,
              ),
              // The upload key's old page; messages from the server still name it.
              {
                path: PAGES.uploadKey.path,
                loader: () => redirect(`${PAGES.download.path}#upload-key`),
              },
              publicPage(
                PAGES.channel,
                nameOr(titles.channelPage),
                async () => (await import('#features/channels/channel-page.tsx')).ChannelPage,
              ),
              publicPage(
                PAGES.night,
                nameOr(titles.night),
                async () => (await import('./night-route.tsx')).NightRoute,
              ),
              publicPage(
                PAGES.game,
                nameOr(titles.game),
                async () => (await import('#features/games/game-page.tsx')).GamePage,
              ),
              publicPage(
                PAGES.event,
                nameOr(titles.publicEvent),
                async () =>
                  (await import('#features/show/public/public-event-page.tsx')).PublicEventPage,
              ),
              publicPage(
                PAGES.league,
                nameOr(titles.league),
                async () =>
                  (await import('#features/events/league/public/public-league-page.tsx'))
                    .PublicLeaguePage,
              ),
              publicPage(
                PAGES.events,
                titles.events,
                async () => (await import('#features/events/public/events-page.tsx')).EventsPage,
              ),
              publicPage(
                PAGES.maps,
                titles.maps,
                async () => (await import('#features/maps/maps-page.tsx')).MapsPage,
              ),
              publicPage(
                PAGES.map,
                nameOr(titles.map),
                async () => (await import('#features/maps/map-page.tsx')).MapPage,
              ),
              publicPage(
                PAGES.seasons,
                titles.seasonStandings,
                async () =>
                  (await import('#features/leaderboards/season/opening-season-page.tsx'))
                    .OpeningSeasonPage,
              ),
              publicPage(
                PAGES.season,
                nameOr(titles.seasonStandings),
                async () =>
                  (await import('#features/leaderboards/season/season-page.tsx')).SeasonPage,
              ),
              publicPage(
                PAGES.luckiest,
                titles.luckiest,
                async () => (await import('#features/racers/luckiest-page.tsx')).LuckiestPage,
              ),
              publicPage(
                PAGES.racer,
                nameOr(titles.racer),
                async () => (await import('./racer-route.tsx')).RacerRoute,
              ),
              publicPage(
                PAGES.versus,
                named(titles.versus),
                async () => (await import('#features/racers/versus-page.tsx')).VersusPage,
              ),
              ...adminRoutes.map(adminPage),
              settingsPage,
              openPage(
                { path: '*' },
                titles.notFound,
                async () => (await import('./refused-pages.tsx')).NotFoundPage,
              ),
            ],
          },
        ],
      },
    ],
  },
]
