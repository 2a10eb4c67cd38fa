/**
 * For every endpoint a call that fits and names somebody's real things, and what another user is
 * answered to that very call. An endpoint that is missing here fails the tests that use it.
 */
import { allEndpoints } from '@rollcall/contract/all-endpoints'
import type { Endpoint } from '@rollcall/contract/endpoint'
import { STANDARD_CONFIGURATION } from '@rollcall/scoring/configuration'
import type { InjectOptions } from 'fastify'
import { makeInstaller } from '../src/demo/sample-installer.ts'
import { eventUpload, gameUpload, NO_HITS } from './game-files.ts'
import { installerUpload } from './installer-upload.ts'
import { makeSeason, seasonUpload } from './season-files.ts'
import type { TestServer } from './test-server.ts'

export type Session = { authorization: string }

/** Things of one user, each with a name that tells its owner wherever it shows up. */
export interface World {
  owner: Session
  ownerId: number
  seriesId: number
  eventId: number
  configurationId: number
  key: string
}

/** No name of the owner's private things is without it. */
export const PRIVATE = 'Hush'

/**
 * - `public`: as everybody; it says nothing that is not for everybody.
 * - `own`: 200 with what is the caller's own, and no trace of the owner's private things.
 * - `unauthorized`: 200 with nothing but the word that the page leads to /unauthorized by.
 * - a status: refused with it.
 */
type Answer = 'public' | 'own' | 'unauthorized' | 401 | 403 | 404 | 422

interface EndpointCase {
  params?: (world: World) => Record<string, string | number>
  query?: (world: World) => Record<string, string>
  body?: (world: World) => object
  form?: (world: World) => InjectOptions
  stranger: Answer
}

const DAYS = { startDate: '2026-11-14', endDate: '2026-11-15' }
const COMPANION_DAYS = { startAt: '2026-11-14', endAt: '2026-11-15' }
const CHANNEL = 'owner'

const RACE = Buffer.from(
  'Position,Username,DisplayName,NameColor,PointsEarned,FinishTime,Eliminated\r\n1,racer,Racer,FFFFFF,10,60.5,false\r\n',
)
const EVENT_DATA = Buffer.from(
  `racer_name,channel,race_points,race_wins,race_races,br_points,br_wins,br_races,crownwins,br_kills,br_damage,eliminations,event_points\r\n${PRIVATE.toLowerCase()}_racer,${CHANNEL},10,1,1,0,0,0,0,0,0,0,100\r\n`,
)

const configuration = () => ({
  ...STANDARD_CONFIGURATION,
  name: `${PRIVATE} rules`,
  positions: STANDARD_CONFIGURATION.positions.slice(0, 1),
})
const eventId = ({ eventId }: World) => ({ id: eventId })
const first = () => ({ id: 1 })
const anyChannel = () => ({ channelName: CHANNEL })
const note = () => ({ title: 'News', content: 'All of it.' })

const CASES: Readonly<Record<string, EndpointCase>> = {
  'GET /api/auth/site': { stranger: 'public' },
  'POST /api/auth/:platform': { params: () => ({ platform: 'twitch' }), stranger: 401 },
  'POST /api/auth/logout': { stranger: 'own' },
  'GET /api/user': { stranger: 'own' },

  'GET /api/dashboard/lifetime-stats': { stranger: 'own' },
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

  'GET /api/events/leaderboards': { stranger: 'own' },
  'GET /api/dropdowns/leaderboards': { stranger: 'own' },
  'GET /api/events/leaderboard-config/:id': {
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

  'GET /api/live': {
    query: ({ eventId }) => ({ topics: `event:${eventId}` }),
    stranger: 403,
  },

  'GET /api/events/getAll': { stranger: 'own' },
  'GET /api/events/getById/:id': { params: eventId, stranger: 'unauthorized' },
  'GET /api/dropdowns/users': { query: () => ({ search: 'own' }), stranger: 'public' },
  'PUT /api/events/update/:id': {
    params: eventId,
    body: ({ configurationId, ownerId, eventId }) => ({
      id: eventId,
      name: `${PRIVATE} cup`,
      ...COMPANION_DAYS,
      leaderboard_config_id: configurationId,
      participants: [ownerId],
    }),
    stranger: 'unauthorized',
  },
  // With the owner's configuration, which is not there for anybody else.
  'POST /api/events/createEventSingle': { body: newEvent, stranger: 422 },
  'POST /api/events/createEventSeries': {
    body: (world) => ({
      seriesName: `${PRIVATE} league`,
      events: [withoutZone(newEvent(world))],
      timeZone: 'UTC',
    }),
    stranger: 422,
  },
  'GET /api/events/getBySeriesId/:id': {
    params: ({ seriesId }) => ({ id: seriesId }),
    stranger: 'unauthorized',
  },
  'POST /api/events/update-event-series/:id': {
    params: ({ seriesId }) => ({ id: seriesId }),
    body: () => ({ event_series_name: `${PRIVATE} league` }),
    stranger: 'unauthorized',
  },
  'GET /api/events/get-leaderboard/:id': { params: eventId, stranger: 'unauthorized' },
  'GET /api/events/explain-row/:id': {
    params: eventId,
    query: () => ({ racer: `${PRIVATE.toLowerCase()}_racer` }),
    stranger: 'unauthorized',
  },

  'POST /api/events/leave/:id': { params: eventId, stranger: 404 },
  'POST /api/events/leave-series/:id': {
    params: ({ seriesId }) => ({ id: seriesId }),
    stranger: 404,
  },
  'GET /api/events/blocked-organisers': { stranger: 'own' },
  'PUT /api/events/blocked-organisers/:id': {
    params: ({ ownerId }) => ({ id: ownerId }),
    stranger: 'own',
  },
  'DELETE /api/events/blocked-organisers/:id': {
    params: ({ ownerId }) => ({ id: ownerId }),
    stranger: 'own',
  },

  'DELETE /api/admin/events/:id': { params: eventId, stranger: 403 },
  'DELETE /api/admin/event-series/:id': {
    params: ({ seriesId }) => ({ id: seriesId }),
    stranger: 403,
  },

  // The companion asks without any proof, so a channel's running events are for everybody.
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
  'POST /api/uploads/ticket': { stranger: 'own' },
  'GET /api/admin/snapshots': { query: () => ({ channel: CHANNEL }), stranger: 403 },
  'POST /api/admin/snapshots/:kind/:id/put-back': {
    params: () => ({ kind: 'season', id: 1 }),
    stranger: 403,
  },

  'GET /api/latest-version': { stranger: 'public' },
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
  'PUT /api/admin/updateSettings': { body: () => ({ version: '1.2.3' }), stranger: 403 },
  'GET /api/admin/users': { query: () => ({ search: 'o' }), stranger: 403 },
  'GET /api/admin/audit-log': { query: () => ({ kind: 'act' }), stranger: 403 },
  // A row of a board that only those whom the event concerns can see.
  'POST /api/reports': {
    body: ({ eventId }) => ({
      subject: { kind: 'event', eventId, racerName: `${PRIVATE.toLowerCase()}_racer` },
      reason: 'other',
      details: 'Look at this.',
    }),
    stranger: 404,
  },
  'GET /api/admin/reports': { query: () => ({ state: 'open', page: '1' }), stranger: 403 },
  'PUT /api/admin/reports/:id': {
    params: first,
    body: () => ({ state: 'resolved', note: 'Done.' }),
    stranger: 403,
  },
}

function newEvent({ configurationId, ownerId }: World) {
  return {
    name: `${PRIVATE} cup`,
    ...DAYS,
    participants: [ownerId],
    leaderboard: configurationId,
    timeZone: 'UTC',
  }
}

function withoutZone({ timeZone: _, ...event }: ReturnType<typeof newEvent>) {
  return event
}

export const routeOf = ({ method, path }: Endpoint): string => `${method} ${path}`

/** @throws {Error} that says what to write, where nobody has said what the endpoint answers */
export function caseOf(endpoint: Endpoint): EndpointCase {
  const found = CASES[routeOf(endpoint)]
  if (found === undefined) {
    throw new Error(
      `${routeOf(endpoint)} is missing in endpoint-cases.ts: say what a call that fits looks like and what another user is answered to it`,
    )
  }
  return found
}

/** Cases of endpoints that are no more. */
export function listForgottenCases(): string[] {
  const declared = new Set(allEndpoints.map(routeOf))
  return Object.keys(CASES).filter((route) => !declared.has(route))
}

/** The call that fits, by whoever the headers name. */
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

export function pathOf(
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

/** The owner's private event, series and configuration, and a season for everybody. */
export async function createWorld(server: TestServer, owner: Session): Promise<World> {
  const call = async (options: InjectOptions) => {
    const response = await server.call({ ...options, headers: { ...owner, ...options.headers } })
    if (response.statusCode !== 200) throw new Error(`${options.url}: ${response.body}`)
    return response.json()
  }
  const post = (url: string, body?: object) => call({ method: 'POST', url, ...(body && { body }) })
  const { id: ownerId } = await call({ method: 'GET', url: '/api/user' })
  const rules = await post('/api/events/leaderboard-config', { config: configuration() })
  const ids = { owner, ownerId, configurationId: rules.id, seriesId: 0, eventId: 0, key: '' }
  const series = await post('/api/events/createEventSeries', {
    seriesName: `${PRIVATE} league`,
    events: [withoutZone(newEvent(ids))],
    timeZone: 'UTC',
  })
  const [{ events }] = await call({
    method: 'GET',
    url: `/api/events/getBySeriesId/${series.id}`,
  })
  const world = { ...ids, seriesId: series.id, eventId: events[0].id }
  await call(seasonUpload(makeSeason({ channel: CHANNEL })))
  await call(eventUpload({ eventId: world.eventId, eventData: EVENT_DATA }))
  return { ...world, key: (await post('/api/uploads/key')).key }
}
