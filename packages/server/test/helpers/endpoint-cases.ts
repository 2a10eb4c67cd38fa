/**
 * For every endpoint a valid call on somebody's existing data, and the answer that another user gets to the
 * same call.
 */
import { allEndpoints } from '@rollcall/contract/all-endpoints'
import type { Endpoint } from '@rollcall/contract/endpoint'
import type { InjectOptions } from 'fastify'
import { COMPANION_DAYS, EVENT_CASES, eventId } from './event-endpoint-cases.ts'
import { codeRequest, heartbeat } from './fake-companion.ts'
import { eventUpload, gameUpload, importUpload, NO_HITS } from './game-files.ts'
import { installerUpload } from './installer-upload.ts'
import { CHANNEL, configuration, EVENT_DATA, PRIVATE, type World } from './owners-world.ts'
import { makeInstaller } from './sample-installer.ts'
import { makeSeason, seasonUpload } from './season-files.ts'

/**
 * - `public`: the same as for everybody, with public data only.
 */
type Answer = 'public' | 'own' | 'unauthorized' | 401 | 403 | 404 | 409 | 422

export interface EndpointCase {
  params?: (world: World) => Record<string, string | number>
  query?: (world: World) => Record<string, string>
  body?: (world: World) => object
  form?: (world: World) => InjectOptions
  stranger: Answer
}

const RACE = Buffer.from(
  'Position,Username,DisplayName,NameColor,PointsEarned,FinishTime,Eliminated\r\n1,racer,Racer,FFFFFF,10,60.5,false\r\n',
)
const DAY_LOG = Buffer.from('1,racer,Racer,10,Race,2026-09-14 06:22:07,1,false,0,0,[],0\r\n')

const first = () => ({ id: 1 })
const anyChannel = () => ({ channelName: CHANNEL })
const anyNight = () => ({ channel: CHANNEL, day: '2026-09-14' })
const anyRacer = () => ({ platform: 'twitch', login: CHANNEL })
const note = () => ({ title: 'News', content: 'All of it.' })

const CASES: Readonly<Record<string, EndpointCase>> = {
  'GET /api/auth/site': { stranger: 'public' },
  'POST /api/auth/:platform': { params: () => ({ platform: 'twitch' }), stranger: 401 },
  'POST /api/auth/logout': { stranger: 'own' },
  'GET /api/user': { stranger: 'own' },
  'GET /api/account': { stranger: 'own' },
  'GET /api/account/data': { stranger: 'own' },
  'DELETE /api/account/sessions': { stranger: 'own' },
  'DELETE /api/account/sessions/:id': {
    params: () => ({ id: '00000000-0000-4000-8000-000000000000' }),
    stranger: 404,
  },
  'PUT /api/account/hidden-name': { stranger: 'own' },
  'DELETE /api/account/hidden-name': { stranger: 'own' },
  'PUT /api/account/deletion': { stranger: 'own' },
  'DELETE /api/account/deletion': { stranger: 'own' },

  'GET /api/api-keys': { stranger: 'own' },
  'POST /api/api-keys': {
    body: () => ({ name: 'My bot', scopes: ['read:boards'] }),
    stranger: 'own',
  },
  'DELETE /api/api-keys/:id': { params: ({ apiKeyId }) => ({ id: apiKeyId }), stranger: 404 },

  'GET /api/dashboard/lifetime-stats': { stranger: 'own' },
  'GET /api/dashboard/positions': { stranger: 'own' },
  'GET /api/dashboard/leagues': { stranger: 'own' },
  'GET /api/dashboard/news': { stranger: 'own' },
  'PUT /api/account/visit': { stranger: 'own' },
  'GET /api/dashboard/notices': { stranger: 'own' },
  'GET /api/dashboard/get-user-seasons/': { stranger: 'own' },
  'GET /api/dashboard/channels': { stranger: 'own' },
  'GET /api/dashboard/get-user-season-channels/:season': {
    params: () => ({ season: 75 }),
    stranger: 'own',
  },
  'GET /api/dropdowns/user-seasons-channel/:channelName': { params: anyChannel, stranger: 'own' },
  'GET /api/dashboard/channel/:channelName': { params: anyChannel, stranger: 'own' },
  'GET /api/dashboard/season/:season/:channelName': {
    params: () => ({ season: 75, channelName: CHANNEL }),
    stranger: 'own',
  },

  'GET /api/leaderboard/seasons': { stranger: 'public' },
  'POST /api/leaderboard/': {
    body: () => ({
      channel: 'o',
      season: 75,
      page: 1,
      limit: 10,
      sortBy: 'PPR',
      sortOrder: 'ASC',
    }),
    stranger: 'public',
  },
  'GET /api/leaderboard/export': {
    query: () => ({ season: '75', channel: 'o', format: 'csv' }),
    stranger: 'public',
  },
  'GET /api/leaderboard/own': { query: () => ({ season: '75' }), stranger: 'own' },

  'GET /api/events/leaderboards': { stranger: 'own' },
  'GET /api/dropdowns/leaderboards': { stranger: 'own' },
  'GET /api/events/leaderboard-config/:id': {
    params: ({ configurationId }) => ({ id: configurationId }),
    stranger: 404,
  },
  'GET /api/events/leaderboard-config/:id/events': {
    params: ({ configurationId }) => ({ id: configurationId }),
    stranger: 404,
  },
  'POST /api/events/leaderboard-config': {
    body: ({ configurationId }) => ({ id: configurationId, config: configuration() }),
    stranger: 404,
  },
  'DELETE /api/events/leaderboard-config/:id': {
    params: ({ configurationId }) => ({ id: configurationId }),
    stranger: 404,
  },

  'GET /api/chat/:channel/rank': {
    params: () => ({ channel: CHANNEL }),
    query: () => ({ user: 'racer' }),
    stranger: 'public',
  },
  'GET /api/chat/:channel/top': { params: () => ({ channel: CHANNEL }), stranger: 'public' },

  'GET /api/chat/:channel/recap': { params: () => ({ channel: CHANNEL }), stranger: 'public' },
  'GET /api/chat/:channel/last': { params: () => ({ channel: CHANNEL }), stranger: 'public' },

  'GET /api/channels/:channel': { params: () => ({ channel: CHANNEL }), stranger: 'public' },
  'GET /api/channels/:channel/games': { params: () => ({ channel: CHANNEL }), stranger: 'public' },
  'GET /api/channels/:channel/board': {
    params: () => ({ channel: CHANNEL }),
    query: () => ({ of: 'lifetime', mode: 'race', page: '1', search: 'racer' }),
    stranger: 'public',
  },
  'GET /api/channels/:channel/board/export': {
    params: () => ({ channel: CHANNEL }),
    query: () => ({ of: 'lifetime', mode: 'race', search: 'racer', format: 'csv' }),
    stranger: 'public',
  },
  'GET /api/channels/:channel/board/own': {
    params: () => ({ channel: CHANNEL }),
    query: () => ({ of: 'today' }),
    stranger: 'own',
  },
  'GET /api/channels/:channel/nights': {
    params: () => ({ channel: CHANNEL }),
    stranger: 'public',
  },
  'GET /api/channels/:channel/nights/:day': { params: anyNight, stranger: 'public' },
  'GET /api/discord/nights/:channel/:day': { params: anyNight, stranger: 403 },
  'PUT /api/discord/nights/:channel/:day': {
    params: anyNight,
    body: () => ({ address: 'https://discord.com/api/webhooks/1/a-token' }),
    stranger: 403,
  },
  'POST /api/discord/nights/:channel/:day/post': {
    params: anyNight,
    body: () => ({ after: null }),
    stranger: 403,
  },
  'GET /c/:channel/:day/card.png': { params: anyNight, stranger: 'public' },
  'GET /api/channels/:channel/off-boards': { params: () => ({ channel: CHANNEL }), stranger: 404 },
  'PUT /api/channels/:channel/off-boards/:platform/:login': {
    params: () => ({ channel: CHANNEL, platform: 'twitch', login: 'racer' }),
    stranger: 404,
  },
  'DELETE /api/channels/:channel/off-boards/:platform/:login': {
    params: () => ({ channel: CHANNEL, platform: 'twitch', login: 'racer' }),
    stranger: 404,
  },
  'GET /c/:channel/card.png': { params: () => ({ channel: CHANNEL }), stranger: 'public' },

  'GET /card.png': { stranger: 'public' },
  'GET /api/games': { stranger: 'public' },
  'GET /api/games/:id': { params: ({ gameId }) => ({ id: gameId }), stranger: 'public' },
  'GET /api/games/:id/rows': { params: ({ gameId }) => ({ id: gameId }), stranger: 'public' },
  'GET /api/games/:id/own': { params: ({ gameId }) => ({ id: gameId }), stranger: 'own' },
  'GET /g/:id/card.png': { params: ({ gameId }) => ({ id: gameId }), stranger: 'public' },
  'GET /r/:platform/:login/card.png': { params: anyRacer, stranger: 'public' },
  'GET /api/seasons': { stranger: 'public' },
  'GET /api/seasons/:season': { params: () => ({ season: 75 }), stranger: 'public' },
  'GET /api/seasons/:season/racers': { params: () => ({ season: 75 }), stranger: 'public' },
  'GET /api/seasons/:season/days': {
    params: () => ({ season: 75 }),
    query: () => ({ of: 'month' }),
    stranger: 'public',
  },
  'GET /api/seasons/:season/days/export': {
    params: () => ({ season: 75 }),
    query: () => ({ of: 'month', format: 'csv' }),
    stranger: 'public',
  },
  'GET /seasons/:season/card.png': { params: () => ({ season: 75 }), stranger: 'public' },

  'GET /api/search': { query: () => ({ q: CHANNEL }), stranger: 'public' },
  'GET /api/racers/luckiest': { stranger: 'public' },

  'GET /api/maps': { stranger: 'public' },
  'GET /api/maps/:id': { params: ({ mapId }) => ({ id: mapId }), stranger: 'public' },
  'GET /api/maps/:id/export': {
    params: ({ mapId }) => ({ id: mapId }),
    query: () => ({ by: 'channel' }),
    stranger: 'public',
  },

  // Public except for `isOwn`, which is true only for the racer.
  'GET /api/racers/:platform/:login': { params: anyRacer, stranger: 'public' },
  'GET /api/racers/:platform/:login/leagues': { params: anyRacer, stranger: 'public' },
  'GET /api/racers/:platform/:login/channels': { params: anyRacer, stranger: 'public' },
  'GET /api/racers/:platform/:login/games': { params: anyRacer, stranger: 'public' },
  'GET /api/racers/:platform/:login/rivals': { params: anyRacer, stranger: 'public' },
  'GET /api/racers/:platform/:login/versus/:otherPlatform/:otherLogin': {
    params: () => ({ ...anyRacer(), otherPlatform: 'twitch', otherLogin: 'nobody_else' }),
    stranger: 404,
  },

  'GET /api/live': {
    query: ({ eventId }) => ({ topics: `participants/event:${eventId}` }),
    stranger: 403,
  },

  ...EVENT_CASES,

  // The companion calls it without any proof, so the running events of a channel are public.
  'POST /api/app/get-active-events/:channel': {
    params: () => ({ channel: CHANNEL }),
    body: ({ eventId }) => ({ activeEventIds: [eventId] }),
    stranger: 'public',
  },
  'POST /api/app/create-event': {
    body: () => ({ channel: CHANNEL, name: `${PRIVATE} cup`, ...COMPANION_DAYS }),
    stranger: 403,
  },
  'GET /api/app/get-leaderboard-config/:id': { params: eventId, stranger: 'public' },
  'POST /api/app/upload-data': {
    form: () => seasonUpload(makeSeason({ channel: CHANNEL })),
    stranger: 403,
  },
  'POST /api/app/upload-event-data': {
    form: ({ eventId }) => eventUpload({ eventId, eventData: EVENT_DATA }),
    stranger: 403,
  },
  'POST /api/app/upload-mpl-data': {
    form: () =>
      gameUpload({ raceData: RACE, checkpointData: NO_HITS }, { fields: { channel: CHANNEL } }),
    stranger: 403,
  },
  'GET /api/app/settings': { query: () => ({ channel: CHANNEL }), stranger: 'public' },
  'GET /api/uploads/key': { stranger: 'own' },
  'POST /api/uploads/key': { stranger: 'own' },
  'POST /api/uploads/key/test': { body: ({ key }) => ({ uploadKey: key }), stranger: 'public' },
  'POST /api/uploads/ticket': { stranger: 'own' },

  // The key is connected already.
  'POST /api/companion/codes': {
    body: ({ companionKey }) => codeRequest(companionKey),
    stranger: 409,
  },
  // The device code proves that the caller is the companion.
  'POST /api/companion/codes/state': {
    body: ({ deviceCode }) => ({ deviceCode }),
    stranger: 'public',
  },
  'GET /api/companion/codes/:code': {
    params: ({ userCode }) => ({ code: userCode }),
    stranger: 404,
  },
  'POST /api/companion/codes/:code': {
    params: ({ userCode }) => ({ code: userCode }),
    body: () => ({ answer: 'confirm' }),
    stranger: 404,
  },
  'POST /api/companion/update-notes': {
    body: ({ companionKey }) => ({ uploadKey: companionKey }),
    stranger: 'public',
  },
  // The same as the last heartbeat, so that it changes nothing.
  'POST /api/companion/heartbeat': {
    body: ({ companionKey }) => heartbeat(companionKey),
    stranger: 'public',
  },
  'GET /api/companions': { stranger: 'own' },
  'DELETE /api/companions/:id': {
    params: ({ companionId }) => ({ id: companionId }),
    stranger: 404,
  },

  'POST /api/companion/import': {
    form: () => importUpload(DAY_LOG, { fields: { channel: CHANNEL } }),
    stranger: 403,
  },
  'GET /api/uploads/receipts': { query: () => ({ page: '1' }), stranger: 'own' },
  'PUT /api/uploads/handover': { body: () => ({ isOn: true }), stranger: 404 },
  'POST /api/uploads/receipts/:id/undo': {
    params: first,
    body: () => ({ dryRun: false }),
    stranger: 404,
  },
  'POST /api/uploads/receipts/:id/count-as-another': { params: first, stranger: 404 },
  'GET /api/admin/snapshots': { query: () => ({ channel: CHANNEL }), stranger: 403 },
  'POST /api/admin/snapshots/:kind/:id/put-back': {
    params: () => ({ kind: 'season', id: 1 }),
    stranger: 403,
  },

  'GET /api/latest-version': { stranger: 'public' },
  'GET /api/companion/latest': { stranger: 'public' },
  'GET /download/:fileName': { params: () => ({ fileName: 'none.exe' }), stranger: 404 },
  'POST /api/admin/upload': {
    form: () => installerUpload('Companion-1.0.exe', makeInstaller(2_000), {}),
    stranger: 403,
  },
  'GET /api/patch-notes': { stranger: 'public' },
  'GET /api/patch-notes/:id': { params: first, stranger: 404 },
  'POST /api/patch-notes': { body: note, stranger: 403 },
  'PUT /api/patch-notes/:id': { params: first, body: note, stranger: 403 },
  'DELETE /api/patch-notes/:id': { params: first, stranger: 403 },

  'GET /api/admin/getSettings': { stranger: 403 },
  'GET /api/admin/setup': { stranger: 403 },
  'PUT /api/admin/updateSettings': { body: () => ({ version: '1.2.3' }), stranger: 403 },
  'GET /api/admin/season': { stranger: 403 },
  'POST /api/admin/undo-season-change': { body: () => ({ season: 75 }), stranger: 403 },
  'GET /api/admin/users': { query: () => ({ search: 'o' }), stranger: 403 },
  'GET /api/admin/audit-log': { query: () => ({ kind: 'act' }), stranger: 403 },
  // The row is on a board that only participants, the organiser and admins can see.
  'POST /api/reports': {
    body: ({ eventId }) => ({
      subject: { kind: 'event', eventId, racerName: `${PRIVATE.toLowerCase()}_racer` },
      reason: 'other',
      details: 'Look at this.',
    }),
    stranger: 404,
  },
  'GET /api/admin/reports': { query: () => ({ state: 'open', page: '1' }), stranger: 403 },
  'GET /api/admin/reports/:id': { params: first, query: () => ({ page: '1' }), stranger: 403 },
  'DELETE /api/admin/reports/:id/decision': { params: first, stranger: 403 },
  'PUT /api/admin/reports/:id/display-names/:channelId': {
    params: () => ({ id: 1, channelId: 1 }),
    stranger: 403,
  },
  'DELETE /api/admin/reports/:id/display-names/:channelId': {
    params: () => ({ id: 1, channelId: 1 }),
    stranger: 403,
  },
  'PUT /api/admin/left-out-games/:id': {
    params: ({ gameId }) => ({ id: gameId }),
    body: () => ({ reason: 'test' }),
    stranger: 403,
  },
  'DELETE /api/admin/left-out-games/:id': {
    params: ({ gameId }) => ({ id: gameId }),
    stranger: 403,
  },
  'PUT /api/admin/reports/:id': {
    params: first,
    body: () => ({ state: 'resolved', note: 'Done.' }),
    stranger: 403,
  },
}

export const routeOf = ({ method, path }: Endpoint): string => `${method} ${path}`

/** @throws {Error} with an instruction if the endpoint has no case */
export function caseOf(endpoint: Endpoint): EndpointCase {
  const found = CASES[routeOf(endpoint)]
  if (found === undefined) {
    throw new Error(
      `${routeOf(endpoint)} is missing in endpoint-cases.ts: say what a call that fits looks like and what another user is answered to it`,
    )
  }
  return found
}

/** Cases of endpoints that no longer exist. */
export function listForgottenCases(): string[] {
  const declared = new Set(allEndpoints.map(routeOf))
  return Object.keys(CASES).filter((route) => !declared.has(route))
}

/** The valid call of an endpoint, by the caller in the headers. */
export function callOf(
  endpoint: Endpoint,
  world: World,
  { headers = {}, method = endpoint.method }: { headers?: object; method?: 'HEAD' | string } = {},
): InjectOptions {
  const { params, query, body, form } = caseOf(endpoint)
  const made = form?.(world)
  if (made !== undefined) {
    return { ...made, headers: { ...made.headers, ...headers } } as InjectOptions
  }
  return {
    method,
    url: pathOf(endpoint, params?.(world) ?? {}, query?.(world)),
    headers,
    ...(body !== undefined && { body: body(world) }),
  } as InjectOptions
}

function pathOf(
  endpoint: Endpoint,
  params: Record<string, string | number>,
  query: Record<string, string> = {},
): string {
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => {
    const value = params[name]
    if (value === undefined) throw new Error(`${routeOf(endpoint)}: no value for :${name}`)
    return encodeURIComponent(value)
  })
  const search = new URLSearchParams(query)
  return search.size === 0 ? path : `${path}?${search}`
}
