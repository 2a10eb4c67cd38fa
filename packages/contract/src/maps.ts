/** Maps: how often they were played, and who was fastest. docs/scoring.md, Maps. */
import * as z from 'zod/mini'
import {
  ChannelLabel,
  endpoint,
  exportFormat,
  idParams,
  MapLabel,
  pageNumber,
  racerLabel,
  searchText,
} from './endpoint.ts'
import { GameLine } from './games.ts'

export const MAPS_PAGE_SIZE = 50

export const listMaps = endpoint({
  noun: 'maps',
  method: 'GET',
  path: '/api/maps',
  access: 'anyone',
  scope: 'read:racers',
  rateLimit: 'search',
  summary: 'The maps that have been played, the most played first',
  query: z.strictObject({
    page: pageNumber,
    /** Part of the name of a map or its builder, compared as by `foldName`. */
    search: searchText,
  }),
  response: z.object({
    maps: z.array(
      z.extend(MapLabel, {
        /** How many games were played on it. */
        plays: z.number(),
        lastPlayedAt: z.string(),
      }),
    ),
    total: z.number(),
    totalPages: z.number(),
  }),
})

/** A racer's or a channel's fastest finish on a map. */
export const MapRecord = z.object({
  /** Racers with equal times share it. */
  rank: z.number(),
  seconds: z.number(),
  gameId: z.number(),
  finishedAt: z.string(),
  racer: z.object(racerLabel),
  channel: ChannelLabel,
})
export type MapRecord = z.infer<typeof MapRecord>

/** How many racers and channels have their fastest finish on a map's page. */
export const MAP_RECORDS = 10

export const MapDetails = z.extend(MapLabel, {
  /** How many games were played on it. */
  plays: z.number(),
  lastPlayedAt: z.string(),
  /** How many marbles a game has on average. */
  averageField: z.number(),
  /** How many of the marbles in its races did not finish, from 0 to 1; null if no race was played on it. */
  deathRate: z.nullable(z.number()),
  /** Each racer's fastest finish. */
  fastestRacers: z.array(MapRecord),
  /** Each channel's fastest finish. */
  fastestChannels: z.array(MapRecord),
  /** Newest first. */
  latestGames: z.array(GameLine),
})
export type MapDetails = z.infer<typeof MapDetails>

export const getMap = endpoint({
  noun: 'maps',
  method: 'GET',
  path: '/api/maps/:id',
  access: 'anyone',
  scope: 'read:racers',
  summary:
    'One map: how often it was played, how hard it is, its fastest finishes and its latest games',
  params: idParams,
  response: MapDetails,
  errors: [404],
})

/** A map's record as a line of a file. */
export const MapRecordLine = z.object({
  rank: z.number(),
  seconds: z.number(),
  gameId: z.number(),
  finishedAt: z.string(),
  ...racerLabel,
  /** Where it was: the platform, login and name of the channel. */
  channel_platform: z.string(),
  channel_login: z.string(),
  channel_name: z.string(),
})
export type MapRecordLine = z.infer<typeof MapRecordLine>

export const exportMapRecords = endpoint({
  noun: 'maps',
  method: 'GET',
  path: '/api/maps/:id/export',
  access: 'anyone',
  scope: 'read:racers',
  rateLimit: 'exports',
  summary: "A map's fastest finishes by racer or by channel, as a file",
  params: idParams,
  query: z.strictObject({ by: z._default(z.enum(['racer', 'channel']), 'racer'), ...exportFormat }),
  response: z.array(MapRecordLine),
  sendsFile: true,
  errors: [404],
})
