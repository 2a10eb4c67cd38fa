/** Racers' public pages. A racer's page is about a person, under all logins that they have owned. */
import * as z from 'zod/mini'
import { Badge } from './badges.ts'
import { ChannelLabel, endpoint, MAX_RACER_NAME_LENGTH, racerLabel } from './endpoint.ts'
import { GameMode, gameFields } from './games.ts'

const MAX_PLATFORM_LENGTH = 50
const platform = z.string().check(z.minLength(1), z.maxLength(MAX_PLATFORM_LENGTH))
const login = z.string().check(z.minLength(1), z.maxLength(MAX_RACER_NAME_LENGTH))

/** A racer's name and present address. An earlier address leads to the present one. */
export const RacerHead = z.object({
  ...racerLabel,
  address: z.object({ platform: z.string(), login: z.string() }),
})
export type RacerHead = z.infer<typeof RacerHead>

export const racerParams = z.object({ platform, login })

const ofRacer = {
  noun: 'racers',
  method: 'GET',
  access: 'anyone',
  scope: 'read:racers',
  params: racerParams,
  errors: [404],
} as const

/** null if unknown. */
const count = z.nullable(z.number())

/** A marble day on which a racer played, YYYY-MM-DD. */
const PlayedDay = z.object({
  day: z.string(),
  /** If it is set, the points are from one of the days up to this one; null means that they are from that day. */
  lastDay: z.nullable(z.string()),
  points: z.number(),
})

/** A season, day by day. */
const SeasonProgress = z.object({
  season: z.number(),
  /** The marble day on which it began; null if that was before this site existed. */
  firstDay: z.nullable(z.string()),
  /** Whether it is the current season. */
  isCurrent: z.boolean(),
  /** Points that belong to no day. */
  undated: z.number(),
  days: z.array(PlayedDay),
})
export type SeasonProgress = z.infer<typeof SeasonProgress>

/** How many of a racer's events are on their page. */
export const RACERS_EVENTS = 50

/** A racer's place in a listed event whose results viewers have seen. */
const RacedEvent = z.object({
  name: z.string(),
  /** Of its public page. */
  token: z.string(),
  /** First and last day in the event's time zone. */
  startAt: z.string(),
  endAt: z.string(),
  /** Racers with equal points share it. */
  rank: z.number(),
  /** How many racers are on the board. */
  of: z.number(),
  points: z.number(),
})
export type RacedEvent = z.infer<typeof RacedEvent>

export const RacerPage = z.extend(RacerHead, {
  /** Whether it is the caller's own page. */
  isOwn: z.boolean(),
  /** Whether only the caller can see it, because they have hidden their name. */
  isHidden: z.boolean(),
  /** The current season. */
  season: z.number(),
  points: z.object({ lifetime: count, season: count }),
  races: z.object({ games: count, wins: count }),
  royales: z.object({ games: count, wins: count, crownWins: count, kills: count }),
  /** The best rank at the close of any day; null if no day has closed. */
  bestRank: z.nullable(
    z.object({ rank: z.number(), day: z.string(), season: z.number(), channel: ChannelLabel }),
  ),
  /**
   * The ranks at the close of each day on which they played, in the current season, on the channel on which they have the
   * most points in it; null if no such day has closed.
   */
  ranks: z.nullable(
    z.object({
      channel: ChannelLabel,
      days: z.array(z.object({ day: z.string(), rank: z.number() })),
    }),
  ),
  /** The most days in a row with a game. */
  streak: z.nullable(z.object({ from: z.string(), to: z.string(), days: z.number() })),
  year: z.object({
    /** A year of marble days. The last day is not over. */
    from: z.string(),
    to: z.string(),
    /** When the last day ends. */
    endsAt: z.string(),
    /** The days on which the racer played. */
    days: z.array(z.extend(PlayedDay, { games: z.number() })),
    /** Days that sealed events hold on channels of the racer, whether the racer played there or not. */
    heldDays: z.optional(z.array(z.string())),
  }),
  /** The current season and the previous one, if the racer has points in them. */
  progress: z.array(SeasonProgress),
  /** Every season with points, the oldest first. */
  seasons: z.array(z.object({ season: z.number(), points: z.number() })),
  events: z.object({
    total: z.number(),
    /** The latest first. */
    latest: z.array(RacedEvent),
  }),
  badges: z.array(Badge),
})
export type RacerPage = z.infer<typeof RacerPage>

export const getRacer = endpoint({
  ...ofRacer,
  path: '/api/racers/:platform/:login',
  summary: "A racer's totals, days and badges; for an old login it returns the present address",
  response: RacerPage,
})

export const RankOnChannel = z.object({
  channel: ChannelLabel,
  points: z.number(),
  /** Racers with equal points share it; null if the racer is behind all racers that have a rank. */
  rank: count,
  of: z.number(),
  /** As on the dashboard, without days that are held. */
  before: z.nullable(z.object({ rank: z.number(), day: z.string() })),
  /** The login has changed hands, and rank and points are of a row that is also somebody else's. */
  isShared: z.optional(z.literal(true)),
  /** The streamer does not want the racer on the channel's boards. */
  isOff: z.optional(z.literal(true)),
})
export type RankOnChannel = z.infer<typeof RankOnChannel>

export const listRacerChannelRanks = endpoint({
  ...ofRacer,
  path: '/api/racers/:platform/:login/channels',
  summary: "A racer's ranks on channels in the current season, the one with the most points first",
  response: z.object({
    season: z.number(),
    channels: z.array(RankOnChannel),
    /** On how many more channels they have points. */
    more: z.number(),
  }),
})

/** A game in which a racer took part. */
export const RacedGame = z.object({
  ...gameFields,
  /** From 1; for a tilt level with gaps, or null. */
  position: count,
  points: count,
  isEliminated: z.boolean(),
  /** Only in royales; null if unknown. */
  kills: count,
  /** Whether they were the best player of a tilt level. */
  isTopTiltee: z.boolean(),
})
export type RacedGame = z.infer<typeof RacedGame>

/** A racer's luck compared with chance. docs/scoring.md, Luck. Shares are from 0 to 1. */
export const Luck = z.object({
  games: z.number(),
  /** How many marbles a game has on average. */
  meanField: z.number(),
  /** The average share of other marbles that finished behind; by chance it is a half. */
  behind: z.number(),
  /** The range of `behind` for 95 of 100 racers with the same games. */
  range: z.object({ from: z.number(), to: z.number() }),
  /** The share of racers who would have at least such a share behind by chance in the same games; and at most. */
  chanceOfAsGood: z.number(),
  chanceOfAsBad: z.number(),
  firstPlaces: z.number(),
  expectedFirstPlaces: z.number(),
  /** The share of racers who would have at least as many first places by chance; and at most as many. */
  chanceOfAsMany: z.number(),
  chanceOfAsFew: z.number(),
})

const GamesOfMode = z.object({
  games: z.number(),
  /** The game with the most points, the latest one if several are equal; null if no game has known points. */
  best: z.nullable(RacedGame),
  /** null for fewer than 20 games. */
  luck: z.nullable(Luck),
})

export const RacerGames = z.object({
  race: GamesOfMode,
  royale: GamesOfMode,
  tilt: z.object({
    levels: z.number(),
    survived: z.number(),
    /** The highest level that they survived; null if none, or if unknown. */
    highest: count,
    topTiltee: z.number(),
  }),
  /** Newest first. */
  latest: z.array(RacedGame),
})
export type RacerGames = z.infer<typeof RacerGames>

export const listRacerGames = endpoint({
  ...ofRacer,
  path: '/api/racers/:platform/:login/games',
  summary: "What a racer's games show: the best, the latest, and how lucky the racer was",
  response: RacerGames,
})

/** Games that two racers both played, by where and when. */
const Meetings = z.object({
  mode: GameMode,
  season: z.number(),
  channel: ChannelLabel,
  games: z.number(),
  /** In how many of them each racer was ahead of the other, by position. */
  ahead: z.number(),
  behind: z.number(),
})

export const Versus = z.object({
  racer: RacerHead,
  other: RacerHead,
  meetings: z.array(Meetings),
  /** On channels and in seasons in which both have points. */
  points: z.array(
    z.object({
      season: z.number(),
      channel: ChannelLabel,
      racer: z.number(),
      other: z.number(),
    }),
  ),
  /** Newest first, with both positions. */
  latest: z.array(
    z.object({
      ...gameFields,
      position: z.number(),
      otherPosition: z.number(),
    }),
  ),
})
export type Versus = z.infer<typeof Versus>

export const compareRacers = endpoint({
  ...ofRacer,
  path: '/api/racers/:platform/:login/versus/:otherPlatform/:otherLogin',
  rateLimit: 'meetings',
  summary:
    'Two racers: who was ahead in the games that both played, and their points on channels that they share',
  params: z.object({ platform, login, otherPlatform: platform, otherLogin: login }),
  response: Versus,
  errors: [404, 422],
})

export const MOST_RIVALS = 20
/** In so many of a racer's latest games, rivals are compared. */
export const MOST_COMPARED_GAMES = 1_000

export const listRivals = endpoint({
  ...ofRacer,
  path: '/api/racers/:platform/:login/rivals',
  rateLimit: 'meetings',
  summary:
    'The racers that a racer met most often in their latest games, the closest in points first',
  response: z.object({
    rivals: z.array(
      z.object({
        racer: RacerHead,
        /** How many games both played, and in how many of them each was ahead. */
        games: z.number(),
        ahead: z.number(),
        behind: z.number(),
        /**
         * In the current season, on channels on which both have points; null if there are none, or if a login changed
         * hands.
         */
        points: count,
        otherPoints: count,
      }),
    ),
  }),
})

/** How many racers are on the board of the luckiest. */
export const MOST_LUCKIEST = 50

export const LuckiestRacers = z.object({
  /** The first and the last of the marble days whose games count, YYYY-MM-DD. The last one is not over. */
  from: z.string(),
  to: z.string(),
  /** When the games were counted. */
  countedAt: z.string(),
  racers: z.array(
    z.extend(RacerHead, {
      /** Shared where tied. */
      rank: z.number(),
      /** In races and battle royales together. */
      luck: Luck,
    }),
  ),
})
export type LuckiestRacers = z.infer<typeof LuckiestRacers>

export const listLuckiest = endpoint({
  noun: 'racers',
  method: 'GET',
  path: '/api/racers/luckiest',
  access: 'anyone',
  summary: 'The luckiest racers of the last seven marble days, with at least 20 games',
  response: LuckiestRacers,
})
