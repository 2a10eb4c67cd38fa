/** The data of the owner in the endpoint cases: private data and a public season. */
import { STANDARD_CONFIGURATION } from '@rollcall/scoring/configuration'
import type { InjectOptions } from 'fastify'
import { codeRequest, heartbeat, makeCompanionKey } from './fake-companion.ts'
import { eventUpload, gameUpload, raceFiles } from './game-files.ts'
import { makeSeason, seasonUpload } from './season-files.ts'
import type { Session, TestServer } from './test-server.ts'

/** Data of one user. Every private name contains `PRIVATE`, so that tests recognise it anywhere. */
export interface World {
  owner: Session
  ownerId: number
  seriesId: number
  eventId: number
  configurationId: number
  /** A public race on the channel, and its map. */
  gameId: number
  mapId: number
  key: string
  /** The owner's connected companion, with its key and the codes that connected it. */
  companionId: number
  companionKey: string
  userCode: string
  deviceCode: string
  /** The tokens of the event's public page and overlay, and of the channel's overlay. */
  publicToken: string
  overlayToken: string
  channelToken: string
  /** The token of the league that the series is. */
  leagueToken: string
  /** The token of the owner's calendar, and an API key that reads nothing of the owner's own. */
  calendarToken: string
  apiKeyId: number
}

/** Every name of the owner's private data contains it. */
export const PRIVATE = 'Hush'

export const CHANNEL = 'owner'

export const EVENT_DATA = Buffer.from(
  `racer_name,channel,race_points,race_wins,race_races,br_points,br_wins,br_races,crownwins,br_kills,br_damage,eliminations,event_points\r\n${PRIVATE.toLowerCase()}_racer,${CHANNEL},10,1,1,0,0,0,0,0,0,0,100\r\n`,
)

/** All races count. */
export const PRESCRIPTION = {
  mode: 'race',
  ...{ map: null, sessionType: null, hours: null, games: null },
} as const

export const LEAGUE_RULES = {
  points: { kind: 'event' },
  drops: [0, 1],
  minimumRounds: 1,
  ties: ['best_results'],
  multipliers: [],
}

export const configuration = () => ({
  ...STANDARD_CONFIGURATION,
  name: `${PRIVATE} rules`,
  positions: STANDARD_CONFIGURATION.positions.slice(0, 1),
})

export function newEvent({ configurationId, ownerId }: Pick<World, 'configurationId' | 'ownerId'>) {
  return {
    name: `${PRIVATE} cup`,
    startDate: '2026-11-14',
    endDate: '2026-11-15',
    participants: [ownerId],
    leaderboard: configurationId,
    timeZone: 'UTC',
  }
}

export function withoutZone({ timeZone: _, ...event }: ReturnType<typeof newEvent>) {
  return event
}

/** Creates the owner's private event, series and configuration, and a public season. */
export async function createWorld(server: TestServer, owner: Session): Promise<World> {
  const call = (options: InjectOptions) =>
    server.ask({ ...options, headers: { ...owner, ...options.headers } })
  const post = (url: string, body?: object) => call({ method: 'POST', url, ...(body && { body }) })
  const { id: ownerId } = await call({ method: 'GET', url: '/api/user' })
  const rules = await post('/api/events/leaderboard-config', { config: configuration() })
  const ids = { ownerId, configurationId: rules.id }
  const series = await post('/api/events/createEventSeries', {
    seriesName: `${PRIVATE} league`,
    events: [withoutZone(newEvent(ids))],
    timeZone: 'UTC',
  })
  const [{ events }] = await call({
    method: 'GET',
    url: `/api/events/getBySeriesId/${series.id}`,
  })
  const eventId = events[0].id
  await call(seasonUpload(makeSeason({ channel: CHANNEL })))
  await call(eventUpload({ eventId, eventData: EVENT_DATA }))
  const files = raceFiles(['racer', 'other'], server.context.now(), { map: 'A Hill of Its Own' })
  const { gameId } = await call(gameUpload(files))
  const { map } = await call({ method: 'GET', url: `/api/games/${gameId}` })
  // Last, because snapshots count no longer once a companion is connected.
  const companionKey = makeCompanionKey()
  const computerName = `${PRIVATE} computer`
  const code = await post('/api/companion/codes', codeRequest(companionKey, { computerName }))
  await post(`/api/companion/codes/${code.userCode}`, { answer: 'confirm' })
  await post('/api/companion/heartbeat', heartbeat(companionKey))
  const { companions } = await call({ method: 'GET', url: '/api/companions' })
  const { userCode, deviceCode } = code
  const control = `/api/show/control/${eventId}`
  const body = { isSealed: false, isPublic: true, isListed: false, pausesOverlays: false }
  await call({ method: 'PUT', url: `${control}/settings`, body })
  const { publicToken } = await post(`${control}/token`, { of: 'public' })
  const { overlayToken } = await post(`${control}/token`, { of: 'overlay' })
  const { token: channelToken } = await post('/api/show/own-channel')
  const ofSeries = `/api/events/series/${series.id}`
  await call({ method: 'PUT', url: `${ofSeries}/league`, body: { rules: LEAGUE_RULES } })
  const { token: leagueToken } = await post(`${ofSeries}/link`)
  const { token: calendarToken } = await post('/api/calendar/link')
  const { apiKey } = await post('/api/api-keys', { name: PRIVATE, scopes: ['read:boards'] })
  return {
    ...{ owner, ...ids, seriesId: series.id, eventId, gameId, mapId: map.id },
    ...{ companionId: companions[0].id, companionKey, userCode, deviceCode },
    ...{ publicToken, overlayToken, channelToken, leagueToken, calendarToken },
    apiKeyId: apiKey.id,
    key: (await post('/api/uploads/key')).key,
  }
}
