/** Channels' public pages: their boards of racers, games, maps, records, champions and events. */
import * as z from 'zod/mini'
import {
  ChannelLabel,
  endpoint,
  exportFormat,
  MAX_CHANNEL_NAME_LENGTH,
  MapLabel,
  pageNumber,
  racerLabel,
  searchText,
} from './endpoint.ts'
import { PublicEvent } from './events-public.ts'
import { GameLine } from './games.ts'

/** The login of a channel on Twitch, and `platform:login` of any other. */
export const channelParams = z.object({
  channel: z.string().check(z.minLength(1), z.maxLength(MAX_CHANNEL_NAME_LENGTH)),
})

const ofChannel = {
  noun: 'channels',
  method: 'GET',
  access: 'anyone',
  scope: 'read:boards',
  params: channelParams,
  errors: [404],
} as const

export const ChannelPage = z.object({
  /** For the live topic `everyone/channel:ID`. */
  id: z.number(),
  /** Under its current login; an address with an earlier one leads there. */
  channel: ChannelLabel,
  /** The one that boards open with: the current one or, until the channel has results in it, its latest. */
  season: z.number(),
  /** Whether it is the current one. */
  isRunning: z.boolean(),
  /** The channel's numbers in it; null: none. */
  numbers: z.nullable(z.object({ points: z.number(), games: z.number() })),
  /** The current marble day, YYYY-MM-DD. */
  today: z.string(),
  /** When it ends. */
  endsAt: z.string(),
  /** The first day that has a board; null if no day is over yet. */
  firstDay: z.nullable(z.string()),
  /** The racers with the most points in each finished season, the latest season first. */
  champions: z.array(
    z.object({ season: z.number(), points: z.number(), racer: z.object(racerLabel) }),
  ),
  /** Listed events in which the streamer takes part, the latest first. */
  events: z.array(PublicEvent),
})
export type ChannelPage = z.infer<typeof ChannelPage>

export const getChannel = endpoint({
  ...ofChannel,
  path: '/api/channels/:channel',
  summary: "A channel's page: whose it is, its season, champions and listed events",
  response: ChannelPage,
})

/** A map that was played on the channel. */
const ChannelMap = z.extend(MapLabel, {
  /** Games on it, on this channel. */
  plays: z.number(),
  /** The fastest finish on it, on this channel; null: no race has a time that counts. */
  fastest: z.nullable(
    z.object({
      seconds: z.number(),
      gameId: z.number(),
      finishedAt: z.string(),
      racer: z.object(racerLabel),
    }),
  ),
})
export type ChannelMap = z.infer<typeof ChannelMap>

export const ChannelGames = z.object({
  /** Newest first. */
  latest: z.array(GameLine),
  /** Those played most often. */
  maps: z.array(ChannelMap),
  /** Maps whose fastest finish of all was on this channel, the latest record first. */
  records: z.array(ChannelMap),
})
export type ChannelGames = z.infer<typeof ChannelGames>

export const getChannelGames = endpoint({
  ...ofChannel,
  path: '/api/channels/:channel/games',
  summary: "A channel's latest games, the maps most played on it, and the records set on it",
  response: ChannelGames,
})

/** `all`: the points of races and royales together. */
export const BoardMode = z.enum(['all', 'race', 'royale', 'tilt'])
export type BoardMode = z.infer<typeof BoardMode>

/** Today, the season that boards open with, all seasons, or a marble day, YYYY-MM-DD. */
export const BoardSpan = z.union([z.enum(['today', 'season', 'lifetime']), z.iso.date()])
export type BoardSpan = z.infer<typeof BoardSpan>

export const boardChoice = {
  of: z._default(BoardSpan, 'season'),
  mode: z._default(BoardMode, 'all'),
} as const

export const ChannelBoardRow = z.object({
  ...racerLabel,
  /** Shared where tied. */
  rank: z.number(),
  /** Points; on a board of tilt levels, how many the racer survived. */
  score: z.number(),
  /** Only on a board of tilt levels: how many the racer played. */
  levels: z.optional(z.number()),
  /** Only on a day's board: some of the points may be from a later day, up to this one. */
  lastDay: z.optional(z.string()),
})
export type ChannelBoardRow = z.infer<typeof ChannelBoardRow>

export const CHANNEL_BOARD_PAGE_SIZE = 100

export const pageOfChannelBoard = endpoint({
  ...ofChannel,
  path: '/api/channels/:channel/board',
  summary: "A page of a channel's racers: of a day, the season or all of them, by mode",
  query: z.strictObject({
    ...boardChoice,
    page: pageNumber,
    /** Part of a racer's name, letter case ignored. It changes no rank. */
    search: searchText,
  }),
  response: z.object({
    rows: z.array(ChannelBoardRow),
    total: z.number(),
    totalPages: z.number(),
  }),
})

export const exportChannelBoard = endpoint({
  ...ofChannel,
  path: '/api/channels/:channel/board/export',
  rateLimit: 'exports',
  summary: "All rows of a channel's board, as a file",
  query: z.strictObject({ ...boardChoice, ...exportFormat, search: searchText }),
  response: z.array(ChannelBoardRow),
  sendsFile: true,
})

export const findOwnChannelRow = endpoint({
  noun: 'channels',
  method: 'GET',
  path: '/api/channels/:channel/board/own',
  access: 'user',
  params: channelParams,
  summary: "The caller's own row of a channel's board, and the rows next to it",
  query: z.strictObject(boardChoice),
  response: z.object({
    /** null: the caller is not on the board. */
    own: z.nullable(
      z.object({
        row: ChannelBoardRow,
        /** The page that the row is on, with CHANNEL_BOARD_PAGE_SIZE rows each. */
        page: z.number(),
        /** The next better score, and the next lower; null: there is none. */
        above: z.nullable(ChannelBoardRow),
        below: z.nullable(ChannelBoardRow),
      }),
    ),
  }),
  errors: [404],
})
