/** Seasons for everybody: who was first, the best racers, and the events of their time. */
import * as z from 'zod/mini'
import {
  ChannelLabel,
  endpoint,
  exportFormat,
  numberInAddress,
  pageNumber,
  racerLabel,
} from './endpoint.ts'
import { PublicEvent } from './events-public.ts'
import { SortColumn } from './leaderboards.ts'
import { readPeriod } from './periods.ts'

export const getOpeningSeason = endpoint({
  noun: 'seasons',
  method: 'GET',
  path: '/api/seasons',
  access: 'anyone',
  summary: 'The season that boards open with: the latest one with results',
  response: z.object({
    /** The current season until there are any results. */
    season: z.number(),
    isRunning: z.boolean(),
  }),
})

export const seasonParams = z.object({ season: numberInAddress })

/** The first in a column of the season's board. */
const SeasonLeaders = z.object({
  column: SortColumn,
  value: z.number(),
  /** Some of those who share the first rank. */
  channels: z.array(ChannelLabel),
  /** How many others share it. */
  more: z.number(),
})

const RacerOnChannel = z.object({
  racer: z.object(racerLabel),
  channel: ChannelLabel,
  points: z.number(),
})

export const SeasonPage = z.object({
  season: z.number(),
  isRunning: z.boolean(),
  /** How many channels have results in it. */
  channels: z.number(),
  /** The seasons before and after it that have a page. */
  previous: z.nullable(z.number()),
  next: z.nullable(z.number()),
  /** One for each column in which anybody has more than 0. */
  leaders: z.array(SeasonLeaders),
  /** The racers with most points on their channels, once the season is over. */
  champions: z.array(RacerOnChannel),
  /** Listed events that began while it was the current season, the latest first. */
  events: z.array(PublicEvent),
})
export type SeasonPage = z.infer<typeof SeasonPage>

const ofSeason = {
  noun: 'seasons',
  method: 'GET',
  access: 'anyone',
  params: seasonParams,
  errors: [404],
} as const

export const getSeason = endpoint({
  ...ofSeason,
  path: '/api/seasons/:season',
  summary: 'A season: whether it is running, the first of each column, champions and listed events',
  response: SeasonPage,
})

export const listTopRacers = endpoint({
  ...ofSeason,
  path: '/api/seasons/:season/racers',
  summary: 'The racers with most points on one channel in a season',
  response: z.object({
    racers: z.array(
      z.extend(RacerOnChannel, {
        /** On that channel. */
        rank: z.number(),
      }),
    ),
  }),
})

/** The latest week or month of the season, or one of those in `periods.ts`. */
export const SeasonSpan = z.union([
  z.enum(['week', 'month']),
  z.string().check(z.refine((text) => readPeriod(text)?.season === null)),
])
export type SeasonSpan = z.infer<typeof SeasonSpan>

export const SEASON_DAYS_PAGE_SIZE = 25

export const pageOfSeasonDays = endpoint({
  ...ofSeason,
  path: '/api/seasons/:season/days',
  summary: "A page of a season's channels by their points in a week or a month",
  query: z.strictObject({ of: z._default(SeasonSpan, 'week'), page: pageNumber }),
  response: z.object({
    first: z.string(),
    last: z.string(),
    /** The first and the last day of the season on which anything was played; null: none. */
    firstDay: z.nullable(z.string()),
    lastDay: z.nullable(z.string()),
    rows: z.array(z.object({ rank: z.number(), channel: ChannelLabel, points: z.number() })),
    total: z.number(),
    totalPages: z.number(),
    /** How many channels are left out because one of the days is held on them. */
    held: z.number(),
    /** Whether some points of the season belong to no day, and so are on the board of no week or month. */
    hasUndated: z.boolean(),
  }),
})

/** A file has no pictures. */
export const ExportedSeasonChannel = z.object({
  rank: z.number(),
  ...z.omit(ChannelLabel, { profileImageUrl: true }).shape,
  points: z.number(),
})

export const exportSeasonDays = endpoint({
  ...ofSeason,
  scope: 'read:boards',
  path: '/api/seasons/:season/days/export',
  rateLimit: 'exports',
  summary: "A season's channels by their points in a week or a month, as a file",
  query: z.strictObject({ of: z._default(SeasonSpan, 'week'), ...exportFormat }),
  response: z.array(ExportedSeasonChannel),
  sendsFile: true,
})
