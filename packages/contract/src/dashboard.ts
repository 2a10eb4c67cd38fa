import { saying } from '@rollcall/scoring/problem'
import * as z from 'zod/mini'
import { Badge } from './badges.ts'
import {
  ChannelLabel,
  displayName,
  endpoint,
  MAX_CHANNEL_NAME_LENGTH,
  numberInAddress,
  PageAddress,
  reading,
} from './endpoint.ts'
import { ADDRESS_CHECKS } from './problems/http.ts'

export const RaceType = z.enum(['race', 'royale'])
export type RaceType = z.infer<typeof RaceType>

/** Which number a widget shows. Stays the same if the label changes. */
export const WidgetKey = z.enum([
  'race-points',
  'race-games',
  'race-wins',
  'points-per-race',
  'royale-points',
  'royale-games',
  'royale-wins',
  'crown-wins',
  'kills',
])
export type WidgetKey = z.infer<typeof WidgetKey>

export const Widget = z.object({
  key: WidgetKey,
  label: z.string(),
  /** null if unknown; shown as a dash, never as 0. */
  value: z.nullable(z.number()),
  raceType: RaceType,
  /** For a sum that leaves out games in which the number is not recorded: how many games have it. */
  knownIn: z.optional(z.object({ games: z.number(), of: z.number() })),
})
export type Widget = z.infer<typeof Widget>

export const GraphKey = z.enum([
  'points-per-season',
  'points-per-channel',
  'race-against-royale',
  'wins-per-season',
])
export type GraphKey = z.infer<typeof GraphKey>

/** `points` means races and royales together. */
export const DatasetKey = z.enum([...RaceType.options, 'points'])
export type DatasetKey = z.infer<typeof DatasetKey>

/** One value per label; null if unknown. */
const Dataset = z.object({
  key: DatasetKey,
  label: z.string(),
  data: z.array(z.nullable(z.number())),
})

export const Graph = z.object({
  key: GraphKey,
  title: z.string(),
  /** The page draws `bar`, `line` and `pie`, and shows a message for any other type. */
  graphType: z.string(),
  labels: z.array(z.string()),
  /** The seasons that the labels name, if they name seasons. */
  seasons: z.optional(z.array(z.number())),
  /** The game modes that the labels name, if they name modes. */
  parts: z.optional(z.array(RaceType)),
  datasets: z.array(Dataset),
})
export type Graph = z.infer<typeof Graph>

/** A racer's rank on a channel in a season. */
export const RacerRank = z.object({
  rank: z.number(),
  of: z.number(),
  season: z.string(),
  /** The season's number. */
  seasonNumber: z.number(),
  channel: z.string(),
  /** The login has changed hands, and the rank is that of a row which is also somebody else's. */
  isShared: z.optional(z.literal(true)),
})
export type RacerRank = z.infer<typeof RacerRank>

export const Stats = z.object({
  widgets: z.array(Widget),
  graphData: z.array(Graph),
  /** In the latest season, on the channel where the racer has the most points; missing if no points are known. */
  place: z.optional(RacerRank),
  /** The current season, which is not over; missing without any numbers. */
  currentSeason: z.optional(z.number()),
})
export type Stats = z.infer<typeof Stats>

/** If a key is missing or unknown, a page shows the label. */
const read = {
  // A server may know game modes that this page does not.
  widgets: z.array(z.extend(reading(Widget, ['label', 'value']), { raceType: z.string() })),
  graphData: z.array(
    z.extend(reading(Graph, ['title', 'graphType', 'labels']), {
      datasets: z.array(reading(Dataset, ['label', 'data'])),
    }),
  ),
}

export const StatsRead = z.extend(reading(Stats, []), read)
export type StatsRead = z.infer<typeof StatsRead>

export const getLifetimeStats = endpoint({
  noun: 'dashboard',
  method: 'GET',
  path: '/api/dashboard/lifetime-stats',
  access: 'user',
  summary: "The signed-in racer's numbers over all seasons and channels",
  response: Stats,
  reads: StatsRead,
})

const Totals = {
  totalRaces: z.nullable(z.number()),
  totalPoints: z.nullable(z.number()),
}

/** The season's number, in addition to its name or label. */
const number = z.number()

const RacerSeason = z.object({ value: z.string(), name: z.string(), number, ...Totals })

export const listRacerSeasons = endpoint({
  noun: 'dashboard',
  method: 'GET',
  path: '/api/dashboard/get-user-seasons/',
  access: 'user',
  summary: 'The seasons the signed-in racer took part in, newest first, and their sum',
  response: z.object({ lifetime: z.object(Totals), seasons: z.array(RacerSeason) }),
  reads: z.object({
    lifetime: z.object(Totals),
    seasons: z.array(reading(RacerSeason, ['value', 'name', 'totalRaces', 'totalPoints'])),
  }),
})

/** A number, or a number as text; null if unknown. */
const count = z.nullable(z.union([z.number(), z.string()]))

export const RacerChannel = z.object({
  id: z.number(),
  channel: z.string(),
  user: z.nullable(
    z.object({
      username: z.string(),
      display_name: displayName,
      profile_image_url: z.nullable(z.string()),
    }),
  ),
  race_points: count,
  br_points: count,
  race_races: count,
  br_races: count,
  race_wins: count,
  br_wins: count,
})
export type RacerChannel = z.infer<typeof RacerChannel>

export const listRacerChannels = endpoint({
  noun: 'dashboard',
  method: 'GET',
  path: '/api/dashboard/channels',
  access: 'user',
  summary: 'The channels the signed-in racer took part in, by name',
  response: z.array(RacerChannel),
})

const says = saying(ADDRESS_CHECKS)
const seasonValue = z.string().check(z.regex(/^\d{1,4}$/, says('no_such_number')))
const channelName = z.string().check(z.minLength(1), z.maxLength(MAX_CHANNEL_NAME_LENGTH))

export const listRacerSeasonChannels = endpoint({
  noun: 'dashboard',
  method: 'GET',
  path: '/api/dashboard/get-user-season-channels/:season',
  access: 'user',
  summary: 'The channels the signed-in racer took part in during a season, by name',
  params: z.object({ season: seasonValue }),
  response: z.array(RacerChannel),
})

const SeasonWithLabel = z.object({ value: z.string(), label: z.string(), number })

export const listRacerChannelSeasons = endpoint({
  noun: 'dashboard',
  method: 'GET',
  path: '/api/dropdowns/user-seasons-channel/:channelName',
  access: 'user',
  summary: 'The seasons the signed-in racer took part in on a channel, newest first',
  params: z.object({ channelName }),
  response: z.object({ seasonsWithLabel: z.array(SeasonWithLabel) }),
  reads: z.object({ seasonsWithLabel: z.array(reading(SeasonWithLabel, ['value', 'label'])) }),
})

export const ChannelStats = z.extend(Stats, {
  channel: z.object({
    name: z.string(),
    profileImageUrl: z.nullable(z.string()),
    /** The address of the channel's page. */
    address: z.object({ platform: z.string(), login: z.string() }),
  }),
})
export type ChannelStats = z.infer<typeof ChannelStats>

const ChannelStatsRead = z.extend(reading(ChannelStats, []), {
  ...read,
  channel: reading(ChannelStats.shape.channel, ['name', 'profileImageUrl']),
})

export const getChannelStats = endpoint({
  noun: 'dashboard',
  method: 'GET',
  path: '/api/dashboard/channel/:channelName',
  access: 'user',
  summary: "The signed-in racer's numbers on a channel",
  params: z.object({ channelName }),
  response: ChannelStats,
  reads: ChannelStatsRead,
  errors: [404],
})

export const getSeasonChannelStats = endpoint({
  noun: 'dashboard',
  method: 'GET',
  path: '/api/dashboard/season/:season/:channelName',
  access: 'user',
  summary: "The signed-in racer's numbers on a channel in a season",
  params: z.object({ season: seasonValue, channelName }),
  response: ChannelStats,
  reads: ChannelStatsRead,
  errors: [404],
})

export const ChannelPosition = z.object({
  channelId: z.number(),
  channel: ChannelLabel,
  points: z.number(),
  /** Racers with equal points share it; null if the racer is behind all racers that have a rank, or off the boards. */
  rank: z.nullable(z.number()),
  /** How many racers the board has. */
  of: z.number(),
  /** The next better rank, and how many points are missing to it; null: there is none, or it is unknown. */
  next: z.nullable(z.object({ rank: z.number(), gap: z.number() })),
  /**
   * The rank at the close of the last day on which they played before today; null if there was no such day, and on
   * boards of all seasons.
   */
  before: z.nullable(z.object({ rank: z.number(), day: z.string() })),
  /** The login has changed hands, and rank, points and gap are of a row that is also somebody else's. */
  isShared: z.optional(z.literal(true)),
  /** The streamer does not want the racer on the channel's boards. */
  isOff: z.optional(z.literal(true)),
})
export type ChannelPosition = z.infer<typeof ChannelPosition>

/** Each board may have to be ranked for it. */
export const MOST_POSITIONS = 60

export const listPositions = endpoint({
  noun: 'dashboard',
  method: 'GET',
  path: '/api/dashboard/positions',
  access: 'user',
  summary: "The signed-in racer's ranks on channels, the one with the most points first",
  query: z.strictObject({
    /** A season, `all` for all seasons together, or absent for the current one. */
    season: z.optional(z.union([z.literal('all'), seasonValue])),
    most: z._default(
      numberInAddress.check(z.maximum(MOST_POSITIONS, says('no_such_number'))),
      MOST_POSITIONS,
    ),
  }),
  response: z.object({
    /** null: all seasons. */
    season: z.nullable(z.number()),
    /** The address of the racer's page. */
    racer: z.object({ platform: z.string(), login: z.string() }),
    /** The marble day that is not over, YYYY-MM-DD, and when it ends. */
    today: z.string(),
    endsAt: z.string(),
    channels: z.array(ChannelPosition),
    /** On how many more channels they have points. */
    more: z.number(),
  }),
})

/** What somebody should know about what others decided. */
export const Notice = z.discriminatedUnion('kind', [
  z.object({
    /** The channel's streamer has taken the reader's name off its boards. */
    kind: z.literal('off-boards'),
    channelId: z.number(),
    channel: ChannelLabel,
    since: z.string(),
    /** Whether the reader has objected, and an admin has not decided yet. */
    hasObjected: z.boolean(),
  }),
  z.object({
    /** An admin has answered a report of the reader. */
    kind: z.literal('report-answered'),
    reportId: z.number(),
    /** The reported row. */
    name: z.string(),
    where: z.string(),
    since: z.string(),
    answer: z.string(),
  }),
])
export type Notice = z.infer<typeof Notice>

export const listNotices = endpoint({
  noun: 'dashboard',
  method: 'GET',
  path: '/api/dashboard/notices',
  access: 'user',
  summary: 'What the caller should know about decisions of others, the latest first',
  response: z.object({ notices: z.array(Notice) }),
})

export const News = z.object({
  /** When the last visit ended; null: there was none. */
  since: z.nullable(z.string()),
  /** Public games of the caller since then, and how many of them they won. */
  games: z.object({ total: z.number(), won: z.number() }),
  /** Other ranks than at the close of the last day on which they had played by then. */
  ranks: z.array(
    z.object({
      channel: ChannelLabel,
      before: z.number(),
      rank: z.number(),
    }),
  ),
  badges: z.array(Badge.shape.key),
  /** Listed events with the caller as a racer or as a streamer, whose show has ended since. */
  events: z.array(
    z.object({
      name: z.string(),
      token: z.string(),
      /** The caller's rank as a racer; null: they were not on the board. */
      rank: z.nullable(z.number()),
    }),
  ),
})
export type News = z.infer<typeof News>

/** What a streamer looks for before and during a stream. */
export const OwnStream = z.object({
  channel: PageAddress,
  /** The marble day that is not over, and how many games were played on it. */
  today: z.string(),
  games: z.number(),
  /** When a companion called or sent anything last; null: never. */
  companionSeenAt: z.nullable(z.string()),
  hasOverlay: z.boolean(),
})
export type OwnStream = z.infer<typeof OwnStream>

export const getNews = endpoint({
  noun: 'dashboard',
  method: 'GET',
  path: '/api/dashboard/news',
  access: 'user',
  summary: "What happened since the caller's last visit, and how their channel does",
  response: z.object({
    news: News,
    /** null: the caller has no channel. */
    stream: z.nullable(OwnStream),
  }),
})
