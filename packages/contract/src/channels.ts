/** Channels' public pages: their boards of racers, games, maps, records, champions and events. */
import { isCalendarDay } from '@rollcall/formats/calendar-day'
import * as z from 'zod/mini'
import {
  ChannelLabel,
  done,
  endpoint,
  exportFormat,
  HeldDay,
  MAX_CHANNEL_NAME_LENGTH,
  MAX_RACER_NAME_LENGTH,
  MapLabel,
  pageNumber,
  racerLabel,
  searchText,
} from './endpoint.ts'
import { PublicEvent } from './events-public.ts'
import { GameLine } from './games.ts'
import { readPeriod } from './periods.ts'

/** A channel's `qualifiedLogin`. */
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

export const ChannelBoardRow = z.object({
  ...racerLabel,
  /** Shared where tied. */
  rank: z.number(),
  /** Points; on a board of tilt levels, how many the racer survived. */
  score: z.number(),
  /** Only on a board of tilt levels: how many the racer played. */
  levels: z.optional(z.number()),
  /** Only on the board of a day, a week or a month: some points may be from after it, up to this day. */
  lastDay: z.optional(z.string()),
  /** Only on boards of seasons with points: games and wins of the mode; null: unknown. */
  games: z.optional(z.nullable(z.number())),
  wins: z.optional(z.nullable(z.number())),
})
export type ChannelBoardRow = z.infer<typeof ChannelBoardRow>

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
  /** Where it is among the season's channels by points, as on the leaderboards, and how many there are. */
  rank: z.nullable(z.object({ rank: z.number(), of: z.number() })),
  /** The latest public game; null: none. */
  lastGame: z.nullable(GameLine),
  /** The first rows of the current week's board. */
  hot: z.object({
    rows: z.array(ChannelBoardRow),
    /** Set if one of its days is held: then there are no rows. */
    held: z.optional(HeldDay),
  }),
  /** The current marble day, YYYY-MM-DD. */
  today: z.string(),
  /** When it ends. */
  endsAt: z.string(),
  /** The first day that has a board; null if no day is over yet. */
  firstDay: z.nullable(z.string()),
  /** The latest day on which anything was played, which may be the current one; null: none. */
  lastNight: z.nullable(z.string()),
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

/**
 * Today, the week or month that it is in, the season that boards open with, all seasons, a marble day, YYYY-MM-DD, or a
 * week or month of marble days in one season, as in `periods.ts`.
 */
export const BoardSpan = z.union([
  z.enum(['today', 'week', 'month', 'season', 'lifetime']),
  z.iso.date().check(z.refine(isCalendarDay)),
  z.string().check(z.refine((text) => readPeriod(text) !== null)),
])
export type BoardSpan = z.infer<typeof BoardSpan>

export const boardChoice = {
  of: z._default(BoardSpan, 'season'),
  mode: z._default(BoardMode, 'all'),
} as const

/** A file has no links. */
export const ExportedChannelRow = z.omit(ChannelBoardRow, { leads_nowhere: true })

export const CHANNEL_BOARD_PAGE_SIZE = 100

/** Which days a week's or month's board covers, and what is known of them only as a sum. */
export const BoardPeriod = z.object({
  first: z.string(),
  last: z.string(),
  season: z.number(),
  /** The seasons that were played in these days; each has a board of its own. */
  seasons: z.array(z.number()),
  /** Whether the season has points that belong to no day, and so are on the board of no week or month. */
  hasUndated: z.boolean(),
  /**
   * Days between two season files that are partly outside the period: their points are on the board of the first.
   */
  stretches: z.array(z.object({ first: z.string(), last: z.string() })),
})
export type BoardPeriod = z.infer<typeof BoardPeriod>

/** A row between the next better and the next lower score; null: there is none. */
const PlaceOnBoard = z.object({
  row: ChannelBoardRow,
  /** The login has changed hands, and the row is also somebody else's. */
  isShared: z.optional(z.literal(true)),
  /** The page that the row is on, with CHANNEL_BOARD_PAGE_SIZE rows each. */
  page: z.number(),
  above: z.nullable(ChannelBoardRow),
  below: z.nullable(ChannelBoardRow),
})

export const pageOfChannelBoard = endpoint({
  ...ofChannel,
  path: '/api/channels/:channel/board',
  summary:
    "A page of a channel's racers: of a day, a week, a month, the season or all seasons, by mode",
  query: z.strictObject({
    ...boardChoice,
    page: pageNumber,
    /** Part of a racer's name, compared as by `foldName`. It changes no rank. */
    search: searchText,
  }),
  response: z.object({
    rows: z.array(ChannelBoardRow),
    total: z.number(),
    totalPages: z.number(),
    /** The highest score on the board; null: nobody is on it. */
    best: z.nullable(z.number()),
    /** The place of the only racer who was found, or of the only one with exactly this name; otherwise null. */
    found: z.nullable(PlaceOnBoard),
    /** Set for a week and a month, unless its rows are not shown. */
    period: z.optional(BoardPeriod),
    /** Set for a held day, and for a week or month with one: only the streamer and admins see the rows. */
    held: z.optional(HeldDay),
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
  errors: [404, 409],
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
    own: z.nullable(PlaceOnBoard),
    /** The streamer does not want the caller on the channel's boards. */
    isOff: z.optional(z.literal(true)),
  }),
  errors: [404],
})

export const listOffBoards = endpoint({
  noun: 'channels',
  method: 'GET',
  path: '/api/channels/:channel/off-boards',
  access: 'user',
  params: channelParams,
  summary: 'The names that the channel does not want on its boards, for its streamer and admins',
  response: z.object({
    /** The latest first. Hidden racers are not listed. */
    names: z.array(z.object({ racer: z.object(racerLabel), since: z.string() })),
  }),
  errors: [404],
})

const racerOnChannel = z.extend(channelParams, {
  platform: z.string().check(z.minLength(1), z.maxLength(100)),
  login: z.string().check(z.minLength(1), z.maxLength(MAX_RACER_NAME_LENGTH)),
})

export const takeOffBoards = endpoint({
  noun: 'channels',
  method: 'PUT',
  path: '/api/channels/:channel/off-boards/:platform/:login',
  access: 'user',
  params: racerOnChannel,
  summary: "Takes a name off the channel's boards. Repeating it changes nothing",
  response: done,
  errors: [404],
})

export const putOnBoards = endpoint({
  noun: 'channels',
  method: 'DELETE',
  path: '/api/channels/:channel/off-boards/:platform/:login',
  access: 'user',
  params: racerOnChannel,
  summary: "Puts a name back on the channel's boards",
  response: done,
  errors: [404],
})
