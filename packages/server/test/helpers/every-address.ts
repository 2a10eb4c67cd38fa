/**
 * Every address that somebody can read, made from the contract and from the list of pages: each endpoint that reads,
 * with every value that its query may have, the streams, and the pages' heads. An endpoint, a parameter or a page that
 * this file does not know is an error. Of a channel's boards, `npm test` asks for each span and, of today's, for each
 * mode; `npm run test:long` asks for all of them.
 */
import { allEndpoints } from '@rollcall/contract/all-endpoints'
import type { Endpoint } from '@rollcall/contract/endpoint'
import { PLACES } from '@rollcall/contract/places'
import type { InjectOptions } from 'fastify'
import * as z from 'zod/mini'
import { callOf, routeOf } from './endpoint-cases.ts'
import type { World } from './owners-world.ts'
import { shareOf } from './random-cases.ts'

/** What addresses are made of. */
export interface Place {
  world: World
  channels: readonly string[]
  /** Ids, for the streams. */
  channelIds: readonly number[]
  userIds: readonly number[]
  logins: readonly string[]
  days: readonly string[]
  /** Weeks and months, as boards' addresses name them. */
  periods: readonly string[]
  seasons: readonly number[]
  games: readonly number[]
  maps: readonly number[]
  events: readonly number[]
  publicTokens: readonly string[]
  overlayTokens: readonly string[]
  channelTokens: readonly string[]
  leagueTokens: readonly string[]
  divisions: readonly number[]
}

export interface Address extends InjectOptions {
  url: string
  /** The route, and the board that is asked for, if there are several. */
  kind: string
  /** Who may call the endpoint. A page has none. */
  access: Endpoint['access'] | null
  isStream: boolean
}

/** Calls that read although they are no GET. */
const READING_POSTS = new Set([
  'POST /api/leaderboard/',
  'POST /api/app/get-active-events/:channel',
])

export const isRead = (endpoint: Endpoint) =>
  endpoint.method === 'GET' || READING_POSTS.has(routeOf(endpoint))

export function listAddresses(place: Place): Address[] {
  return [
    ...allEndpoints.filter(isRead).flatMap((endpoint) => addressesOf(endpoint, place)),
    ...listPages(place),
  ]
}

function addressesOf(endpoint: Endpoint, place: Place): Address[] {
  const route = routeOf(endpoint)
  const { access } = endpoint
  if (endpoint.opensSocket) {
    const url = `/api/live?topics=${listTopics(place).join(',')}`
    return [{ method: 'GET', url, kind: route, access, isStream: true }]
  }
  const call = callOf(endpoint, place.world)
  if (endpoint.method === 'POST') {
    const body = { ...Object(call.body), ...(route.includes('leaderboard') && { channel: '' }) }
    return [
      { ...call, body, url: String(call.url), kind: route, access, isStream: false } as Address,
    ]
  }
  const asked = new URLSearchParams(String(call.url).split('?')[1])
  return listPaths(endpoint, place, String(call.url)).flatMap((path) =>
    listQueries(endpoint, place, asked).map((query) => {
      const search = new URLSearchParams(query).toString()
      return {
        method: 'GET' as const,
        url: search === '' ? path : `${path}?${search}`,
        kind: kindOf(route, { ...query, day: dayIn(path) }),
        access,
        isStream: false,
      }
    }),
  )
}

/** Of a night's address. */
const dayIn = (path: string) => /\/(\d{4}-\d\d-\d\d)(?:\/|$)/.exec(path)?.[1]

/** Span, mode and day are part of a kind, because a season's board differs in what it may tell from a day's. */
function kindOf(route: string, query: Readonly<Record<string, string | undefined>>): string {
  const { of, mode, day } = query
  return [route, day && `day=${day}`, of && `of=${of}`, mode && `mode=${mode}`]
    .filter(Boolean)
    .join(' ')
}

/** The paths of an endpoint: with all values of what games change, otherwise with the value of its case. */
function listPaths({ noun, path }: Endpoint, place: Place, fitting: string): string[] {
  const values = valuesOf(noun, path, place)
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
  if (names.length === 0 || names.some((name) => values[name] === undefined)) {
    return [fitting.split('?')[0] ?? fitting]
  }
  return fill(path, values)
}

type Values = Readonly<Record<string, readonly (string | number)[] | undefined>>

function valuesOf(noun: string, path: string, place: Place): Values {
  const ids: Readonly<Record<string, readonly number[]>> = {
    games: place.games,
    maps: place.maps,
    events: place.events,
    show: place.events,
  }
  return {
    channel: place.channels,
    channelName: place.channels,
    platform: ['twitch'],
    login: place.logins,
    otherPlatform: ['twitch'],
    otherLogin: place.logins.slice(0, 1),
    season: place.seasons,
    day: place.days,
    id: path.startsWith('/g/') ? place.games : path.includes('series') ? undefined : ids[noun],
    token: tokensOf(path, place),
  }
}

function tokensOf(path: string, place: Place): readonly string[] | undefined {
  if (path.includes('/show/overlay/')) return place.overlayTokens
  if (path.includes('/show/channel/')) return place.channelTokens
  if (/\/leagues\/|\/s\//.test(path)) return place.leagueTokens
  return /\/show\/public\/|\/show-control\/|\/e\/|\/chat\//.test(path)
    ? place.publicTokens
    : undefined
}

function fill(path: string, values: Values): string[] {
  const [, name] = /:(\w+)/.exec(path) ?? []
  if (name === undefined) {
    return [path]
  }
  const known = values[name]
  if (known === undefined) {
    throw new Error(`say in every-address.ts which values :${name} of ${path} has`)
  }
  return known.flatMap((value) => fill(path.replace(`:${name}`, encodeURIComponent(value)), values))
}

interface JsonSchema {
  enum?: readonly string[]
  anyOf?: readonly JsonSchema[]
  format?: string
  properties?: Readonly<Record<string, JsonSchema>>
}

/** All boards, and of those with races and royales together, each other value once; beside the query of the case. */
function listQueries(
  endpoint: Endpoint,
  place: Place,
  fitting: URLSearchParams,
): Record<string, string>[] {
  const given = Object.fromEntries(fitting)
  if (endpoint.query === undefined) {
    return [given]
  }
  const { properties = {} } = z.toJSONSchema(endpoint.query, {
    io: 'input',
    unrepresentable: 'any',
  }) as JsonSchema
  const options = Object.entries(properties).map(
    ([name, schema]) => [name, optionsOf(routeOf(endpoint), name, schema, place)] as const,
  )
  let boards = [given]
  for (const [name, values] of options.filter(([name]) => name === 'of' || name === 'mode')) {
    boards = boards.flatMap((board) => values.map((value) => ({ ...board, [name]: value })))
  }
  boards = boards.filter(isAskedFor)
  const others = options.filter(([name]) => name !== 'of' && name !== 'mode')
  return boards.flatMap((board) => [
    board,
    ...(board.mode === undefined || board.mode === 'all' ? others : []).flatMap(([name, values]) =>
      values
        .filter((value) => value !== board[name])
        .map((value): Record<string, string> => ({ ...board, [name]: value })),
    ),
  ])
}

const IS_WHOLE = shareOf(100) === 100

const isAskedFor = ({ of, mode }: Readonly<Record<string, string | undefined>>) =>
  IS_WHOLE || of === undefined || of === 'today' || mode === undefined || mode === 'all'

function optionsOf(
  route: string,
  name: string,
  schema: JsonSchema,
  place: Place,
): readonly string[] {
  const listed = [schema, ...(schema.anyOf ?? [])].flatMap((each) => each.enum ?? [])
  const isDay = [schema, ...(schema.anyOf ?? [])].some(({ format }) => format === 'date')
  if (listed.length > 0 || isDay) {
    return [...listed, ...(isDay ? place.days : []), ...(name === 'of' ? place.periods : [])]
  }
  const known = TEXTS[name]?.(place)
  if (known === undefined) {
    throw new Error(`say in every-address.ts which values ${name} of ${route} has`)
  }
  return known
}

/** Values of what a schema only calls text. */
const TEXTS: Readonly<Record<string, (place: Place) => readonly string[]>> = {
  page: () => ['1', '2'],
  limit: () => ['5'],
  most: () => ['3'],
  search: ({ logins }) => ['', ...logins.slice(0, 1)],
  q: ({ channels, logins }) => [...channels, ...logins],
  user: ({ logins }) => logins,
  racer: ({ logins }) => logins,
  division: ({ divisions }) => divisions.map(String),
  row: () => ['1', '2'],
  round: ({ events }) => events.map(String),
  season: ({ seasons }) => seasons.map(String),
  channel: ({ channels }) => channels,
  userId: ({ userIds }) => userIds.map(String),
  streamer: ({ userIds }) => ['all', ...userIds.map(String)],
  before: () => [],
  topics: () => [],
  uploadKey: () => [],
  username: () => ['alpha'],
  sortBy: () => [],
  sortOrder: () => [],
  dryRun: () => [],
  kind: () => [],
  version: () => [],
  name: () => [],
  position: () => [],
  isConfirmed: () => [],
  v: () => ['1'],
}

function listTopics(place: Place): string[] {
  const { channelTokens, publicTokens, overlayTokens, leagueTokens } = place
  return [
    ...place.seasons.map((season) => `everyone/season:${season}`),
    ...place.channelIds.map((id) => `everyone/channel:${id}`),
    ...place.events.flatMap((id) => [
      `participants/event:${id}`,
      `organiser/room:${id}`,
      `organiser/stage:${id}`,
    ]),
    ...place.userIds.flatMap((id) => [`owner/uploads:${id}`, `owner/companions:${id}`]),
    ...publicTokens.map((token) => `link/show:${token}`),
    ...overlayTokens.map((token) => `link/overlay:${token}`),
    ...channelTokens.map((token) => `link/channel:${token}`),
    ...leagueTokens.map((token) => `link/league:${token}`),
  ]
}

/** What the server writes into the head of a page. */
function listPages(place: Place): Address[] {
  return PLACES.flatMap(({ name, path }) =>
    fill(path.replaceAll('?', ''), {
      ...valuesOf('', path, place),
      id: path.startsWith('/g/')
        ? place.games
        : path.startsWith('/maps/')
          ? place.maps
          : place.events,
      eventId: place.events,
      token:
        {
          channelOverlay: place.channelTokens,
          eventOverlay: place.overlayTokens,
          leagueOverlay: place.leagueTokens,
          league: place.leagueTokens,
        }[String(name)] ?? place.publicTokens,
      settings: ['update-rollcall-settings'],
    }).flatMap((page) => {
      const kind = `page ${path}`
      const boards = /^\/(?:embed\/)?c\/:channel$/.test(path)
        ? ['today', 'week', 'month', 'season', 'lifetime', ...place.days, ...place.periods].flatMap(
            (of) => ['all', 'race', 'royale', 'tilt'].map((mode) => ({ of, mode })),
          )
        : /^\/(?:embed\/)?seasons\/:season$/.test(path)
          ? // The address names the season already.
            [
              {},
              ...['week', 'month', ...place.periods.filter((of) => !of.includes('-S'))].map(
                (of) => ({ of }),
              ),
            ]
          : [{}]
      return boards.filter(isAskedFor).map((board) => {
        const search = new URLSearchParams(board).toString()
        return {
          method: 'GET' as const,
          url: search === '' ? page : `${page}?${search}`,
          kind: kindOf(kind, { ...board, day: dayIn(page) }),
          access: null,
          isStream: false,
        }
      })
    }),
  )
}
