/**
 * Every page's address, once, with what search engines and other sites may do with the page. Routes, links, headers,
 * the log's redaction, heads, pictures and frames follow from this list. What is at an address: `places.ts`.
 */

export interface Page {
  /** In the routers' spelling: `:name` is a parameter, `:name?` one that may be missing. */
  readonly path: `/${string}`
  /** What keeps search engines from listing it. `unless-listed`: its owner may allow it. Absent: nothing does. */
  readonly unlisted?: 'always' | 'unless-listed'
  /** It is drawn by the small program for OBS, and every site may show it in a frame. */
  readonly isOverlay?: true
  /** It has a picture, at its own address and `/card.png`, which other sites show beside a link. */
  readonly hasCard?: true
  /** Its board can be shown in pages of other sites, at `/embed` and its own address. */
  readonly hasEmbed?: true
}

export const PAGES = {
  front: { path: '/', hasCard: true },
  login: { path: '/login' },
  logout: { path: '/logout' },
  /** Where the platform sends people back to. */
  callback: { path: '/auth/callback' },
  unauthorized: { path: '/unauthorized' },

  channel: { path: '/c/:channel', hasCard: true, hasEmbed: true },
  /** What happened on a channel on one marble day. */
  night: { path: '/c/:channel/:day', unlisted: 'always', hasCard: true },
  /** An event, for those who have its link. */
  event: { path: '/e/:token', unlisted: 'unless-listed', hasCard: true, hasEmbed: true },
  events: { path: '/events', hasCard: true },
  game: { path: '/g/:id', unlisted: 'always', hasCard: true },
  maps: { path: '/maps' },
  map: { path: '/maps/:id' },
  seasons: { path: '/seasons' },
  season: { path: '/seasons/:season', hasCard: true, hasEmbed: true },
  luckiest: { path: '/luck' },
  /** A league's table, for those who have its link. */
  league: { path: '/s/:token', unlisted: 'always', hasCard: true, hasEmbed: true },
  racer: { path: '/r/:platform/:login', unlisted: 'always', hasCard: true },
  /** A team of a league, for those who have its link: they ask to join there. */
  team: { path: '/teams/:token', unlisted: 'always' },
  versus: { path: '/r/:platform/:login/vs/:otherPlatform/:otherLogin', unlisted: 'always' },

  channelOverlay: { path: '/overlay/c/:token', unlisted: 'always', isOverlay: true },
  eventOverlay: { path: '/overlay/e/:token', unlisted: 'always', isOverlay: true },
  leagueOverlay: { path: '/overlay/s/:token', unlisted: 'always', isOverlay: true },

  dashboard: { path: '/dashboard' },
  dashboardSeasons: { path: '/dashboard/season' },
  dashboardSeason: { path: '/dashboard/season/:season' },
  dashboardSeasonChannel: { path: '/dashboard/season/:season/:channelName' },
  dashboardLifetime: { path: '/dashboard/lifetime' },
  dashboardChannels: { path: '/dashboard/channel' },
  dashboardChannel: { path: '/dashboard/channel/:channelName/:season?' },
  leaderboards: { path: '/leaderboards' },
  myEvents: { path: '/my-events' },
  createEvent: { path: '/my-events/create' },
  manageEvent: { path: '/my-events/manage/:id' },
  manageSeries: { path: '/my-events/manage-series/:id' },
  eventLeaderboard: { path: '/my-events/view-leaderboard/:eventId' },
  controlRoom: { path: '/my-events/control/:id' },
  overlays: { path: '/my-events/overlays' },
  stage: { path: '/stage/:id' },
  scoring: { path: '/my-events/scoring' },
  createLeaderboard: { path: '/new-leaderboard-config' },
  manageLeaderboard: { path: '/manage-leaderboard-config/:id' },
  myUploads: { path: '/my-uploads' },
  download: { path: '/download' },
  /** The upload key's old page; messages from the server still name it. */
  uploadKey: { path: '/upload-key' },
  connect: { path: '/connect' },
  apiKeys: { path: '/api-keys' },
  account: { path: '/account' },

  uploadVersion: { path: '/admin/upload-new-version' },
  patchNote: { path: '/admin/create-patch-notes' },
  userReports: { path: '/admin/user-reports' },
  csvTesting: { path: '/admin/csv-testing' },
  snapshots: { path: '/admin/snapshots' },
  auditLog: { path: '/admin/audit-log' },
  /** The product's name is in the last part, and only the server knows it. */
  settings: { path: '/admin/:settings' },
} as const satisfies Readonly<Record<string, Page>>

/** 128 random bits as base64url. */
export const TOKEN_PATTERN = /^[\w-]{22}$/
/** Numbers of seasons, games and everything else. */
export const ID_PATTERN = /^[1-9]\d{0,8}$/

export type PageName = keyof typeof PAGES
type With<Trait extends keyof Page> = {
  [Name in PageName]: (typeof PAGES)[Name] extends { [_ in Trait]: true } ? Name : never
}[PageName]
export type PageWithCard = With<'hasCard'>
export type PageWithEmbed = With<'hasEmbed'>

type Param<Text extends string, Value> = Text extends `${infer Name}?`
  ? { readonly [_ in Name]?: Value }
  : { readonly [_ in Text]: Value }
export type Params<
  Path extends string,
  Value,
> = Path extends `${string}/:${infer Text}/${infer Rest}`
  ? Param<Text, Value> & Params<`/${Rest}`, Value>
  : Path extends `${string}/:${infer Text}`
    ? Param<Text, Value>
    : unknown

export interface Address<Path extends string> {
  readonly path: Path
}

/** The address of a page, of its board for other sites, or of its picture. */
export function addressOf<const Path extends string>(
  { path }: Address<Path>,
  params: Params<Path, string | number>,
): string {
  const values: Readonly<Record<string, string | number | undefined>> = Object(params)
  return path.replace(/\/:(\w+)\??/g, (_, name: string) => {
    const value = values[name]
    return value === undefined ? '' : `/${encodeURIComponent(value)}`
  })
}

/** A page's path without its last part. */
export function parentOf({ path }: Page): string {
  return path.slice(0, path.lastIndexOf('/'))
}

/** Where the board of a page is drawn for pages of other sites. */
export function embedOf<const Path extends string>({ path }: Address<Path> & { hasEmbed: true }) {
  return { path: `/embed${path}`, unlisted: 'always' } as const
}

/** Where the picture of a page is. */
export function cardOf<const Path extends string>({ path }: Address<Path> & { hasCard: true }) {
  const folder = path === '/' ? '' : path
  return { path: `${folder as Path extends '/' ? '' : Path}/card.png` } as const
}
