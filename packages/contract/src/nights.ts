/** A night: what happened on a channel on one marble day. */
import { isCalendarDay } from '@rollcall/formats/calendar-day'
import * as z from 'zod/mini'
import { ChannelBoardRow, channelParams } from './channels.ts'
import { ChannelLabel, endpoint, HeldDay, MapLabel, racerLabel } from './endpoint.ts'
import { GameLine } from './games.ts'

export const nightParams = z.extend(channelParams, {
  /** The marble day, YYYY-MM-DD. */
  day: z.iso.date().check(z.refine(isCalendarDay)),
})

/** The most points that one racer got in one game. */
const BestGame = z.object({
  racer: z.object(racerLabel),
  points: z.number(),
  gameId: z.number(),
  map: z.nullable(MapLabel),
})

/** A finish that was faster than all before it on its map, on any channel. */
const NightRecord = z.object({
  map: MapLabel,
  racer: z.object(racerLabel),
  gameId: z.number(),
  seconds: z.number(),
  /** The record until then. */
  before: z.number(),
})

/** What the night changed among the channel's racers in a season. */
const SeasonChange = z.object({
  season: z.number(),
  /** Who had most points at the end of the night. */
  leader: z.nullable(
    z.object({
      racer: z.object(racerLabel),
      points: z.number(),
      /** Who had most points before; null if nobody else had. */
      former: z.nullable(z.object(racerLabel)),
    }),
  ),
  /** Who gained most ranks among those who had points before. */
  climbers: z.array(z.object({ racer: z.object(racerLabel), from: z.number(), to: z.number() })),
})

export const NightRecap = z.object({
  /** Public ones. */
  games: z.object({ race: z.number(), royale: z.number(), tilt: z.number() }),
  /** How many racers are on the day's board, and their points. */
  racers: z.number(),
  points: z.number(),
  /** The first three rows of the day's board, and how many more share their ranks. */
  podium: z.array(ChannelBoardRow),
  more: z.number(),
  bestRace: z.nullable(BestGame),
  bestRoyale: z.nullable(BestGame),
  records: z.array(NightRecord),
  /** Set if an earlier day is held: then nothing is said about who is new and what changed in the season. */
  heldBefore: z.optional(HeldDay),
  /** Those who raced here for the first time: some of them, and how many there are. */
  newFaces: z.object({ racers: z.array(z.object(racerLabel)), total: z.number() }),
  seasons: z.array(SeasonChange),
  /** Public ones, the latest first, at most MOST_NIGHT_GAMES. */
  latest: z.array(GameLine),
  /** Whether the stream went on across the change of day, from the day before and into the next one. */
  goesOn: z.object({ fromDayBefore: z.boolean(), intoNextDay: z.boolean() }),
})
export type NightRecap = z.infer<typeof NightRecap>

export const MOST_NIGHT_GAMES = 200

export const Night = z.object({
  /** For the live topic `everyone/channel:ID`. */
  id: z.number(),
  channel: ChannelLabel,
  day: z.string(),
  beginsAt: z.string(),
  endsAt: z.string(),
  /** Whether it is the current marble day. */
  isRunning: z.boolean(),
  /** The nearest days before and after it on which anything was played. */
  previous: z.nullable(z.string()),
  next: z.nullable(z.string()),
  /** Set for a held day: only the streamer and admins see its recap. */
  held: z.optional(HeldDay),
  /** null: the day is held. */
  recap: z.nullable(NightRecap),
})
export type Night = z.infer<typeof Night>

/** A night in a list. */
const NightLine = z.object({
  day: z.string(),
  isRunning: z.boolean(),
  /** Set for a held day: only the streamer and admins see how it went. */
  held: z.optional(HeldDay),
  /** null: the day is held. */
  recap: z.nullable(
    z.object({
      /** Public ones. */
      games: z.number(),
      racers: z.number(),
      /** The first row of the day's board, and how many more share its rank; null if nobody got points. */
      winner: z.nullable(ChannelBoardRow),
      more: z.number(),
    }),
  ),
})
export type NightLine = z.infer<typeof NightLine>

export const NIGHTS_A_PAGE = 7

export const listNights = endpoint({
  noun: 'channels',
  method: 'GET',
  path: '/api/channels/:channel/nights',
  access: 'anyone',
  scope: 'read:boards',
  rateLimit: 'search',
  params: channelParams,
  query: z.strictObject({
    /** Only earlier days than this one, YYYY-MM-DD. */
    before: z.optional(nightParams.shape.day),
  }),
  summary: `The last ${NIGHTS_A_PAGE} days on which anything was played on a channel, with their winners`,
  response: z.object({
    nights: z.array(NightLine),
    /** Whether there are earlier ones. */
    hasEarlier: z.boolean(),
  }),
  errors: [404],
})

export const getNight = endpoint({
  noun: 'channels',
  method: 'GET',
  path: '/api/channels/:channel/nights/:day',
  access: 'anyone',
  scope: 'read:boards',
  params: nightParams,
  summary: 'What happened on a channel on one marble day: who was first, games, records, changes',
  response: Night,
  errors: [404],
})
