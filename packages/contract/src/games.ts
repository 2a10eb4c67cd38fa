/** Single games, for everybody. docs/scoring.md, Games that count, and Held games. */
import { MINUTE_MS } from '@rollcall/formats/durations'
import { GAME_MODES } from '@rollcall/scoring/games'
import * as z from 'zod/mini'
import {
  ChannelLabel,
  endpoint,
  HeldDay,
  idParams,
  MapLabel,
  pageNumber,
  racerLabel,
  searchText,
} from './endpoint.ts'

export const GameMode = z.enum(GAME_MODES)

/** Which game it was. */
export const gameFields = {
  id: z.number(),
  mode: GameMode,
  /** When it ended. */
  finishedAt: z.string(),
  channel: ChannelLabel,
  /** null if unknown, and for a tilt level. */
  map: z.nullable(MapLabel),
  /** The level of a tilt run; null for another mode, or if unknown. */
  level: z.nullable(z.number()),
  /** How many marbles took part. */
  racerCount: z.number(),
} as const

const game = {
  ...gameFields,
  /** null if it is not a tilt level, or if unknown. */
  isLevelPassed: z.nullable(z.boolean()),
  /** How many marbles did not finish, were knocked out, or did not survive the level. */
  eliminatedCount: z.number(),
} as const

/** A game in a list. */
export const GameLine = z.object({
  ...game,
  /** Who won the race or the royale, or was the best of the tilt level; null if nobody. */
  winner: z.nullable(z.object(racerLabel)),
})
export type GameLine = z.infer<typeof GameLine>

/** What one marble did in a game. `null` means unknown and is shown as a dash. */
export const GameRow = z.object({
  ...racerLabel,
  /** From 1; for a tilt level with gaps, or null. */
  position: z.nullable(z.number()),
  /** The game's own points for the season. */
  points: z.nullable(z.number()),
  /** The time to the finish, or until the marble was eliminated. */
  seconds: z.nullable(z.number()),
  isEliminated: z.boolean(),
  /** Royales only. */
  kills: z.nullable(z.number()),
  damage: z.nullable(z.number()),
  /** The best player of a tilt level. */
  isTopTiltee: z.boolean(),
  /** The numbers of the checkpoints that the racer reached first. */
  checkpoints: z.array(z.number()),
})
export type GameRow = z.infer<typeof GameRow>

/** A racer's row, between the rows of the places before and after; null: there is none. */
const PlaceInGame = z.object({
  row: GameRow,
  /** The page that the row is on, with GAME_PAGE_SIZE rows each. */
  page: z.number(),
  above: z.nullable(GameRow),
  below: z.nullable(GameRow),
})
export type PlaceInGame = z.infer<typeof PlaceInGame>

/** A racer who moved up on the channel's board of the day through a game. */
export const RankChange = z.object({
  ...racerLabel,
  /** The rank before the game; null if it was the racer's first game of the day. */
  from: z.nullable(z.number()),
  to: z.number(),
})
export type RankChange = z.infer<typeof RankChange>

export const MOST_CHANGES = 1_000

export const GameDetails = z.object({
  ...game,
  season: z.number(),
  /** What the streamer earned with a tilt level; null if unknown. */
  expertise: z.nullable(z.number()),
  /** The best player of a tilt level, who need not have survived; null if the files name nobody. */
  topTiltee: z.nullable(z.object(racerLabel)),
  /** The public games of the channel before and after it; null: there is none. */
  previous: z.nullable(z.object(gameFields)),
  next: z.nullable(z.object(gameFields)),
  /** The first three; empty for a tilt level, or if nobody won. */
  podium: z.array(GameRow),
  /**
   * The ranks that it changed today, best first, at most MOST_CHANGES; null if the game is not from the current day, counts on no board, or
   * is from a held day.
   */
  changes: z.nullable(z.array(RankChange)),
  /** Set in place of `changes` if the current day is held. */
  held: z.optional(HeldDay),
})
export type GameDetails = z.infer<typeof GameDetails>

const ofGame = {
  noun: 'games',
  method: 'GET',
  access: 'anyone',
  scope: 'read:racers',
  params: idParams,
  errors: [404],
} as const

export const getGame = endpoint({
  ...ofGame,
  path: '/api/games/:id',
  summary: 'One game: where, when, on which map, and who won; 404 while a sealed event holds it',
  response: GameDetails,
})

/** A channel counts as live until no game has ended on it for this long. */
export const LIVE_FOR_MS = 20 * MINUTE_MS

export const listLatestGames = endpoint({
  noun: 'games',
  method: 'GET',
  path: '/api/games',
  access: 'anyone',
  summary: 'The latest games on all channels, newest first, and the channels that are live',
  response: z.object({
    games: z.array(GameLine),
    /** The latest game of each channel on which one has just ended, newest first. */
    live: z.array(GameLine),
  }),
})

export const GAME_PAGE_SIZE = 100

export const listGameRows = endpoint({
  ...ofGame,
  path: '/api/games/:id/rows',
  summary: 'A page of what each marble did in a game, by place',
  query: z.strictObject({
    page: pageNumber,
    /** Part of a racer's name, compared as by `foldName`. */
    search: searchText,
  }),
  response: z.object({
    rows: z.array(GameRow),
    total: z.number(),
    totalPages: z.number(),
    /** The place of the only racer who was found, or of the only one with exactly this name; otherwise null. */
    found: z.nullable(PlaceInGame),
  }),
})

export const findOwnGameRow = endpoint({
  noun: 'games',
  method: 'GET',
  path: '/api/games/:id/own',
  access: 'user',
  params: idParams,
  summary: "The caller's own row in a game, and the rows next to it",
  response: z.object({
    /** null: the caller was not in the game. */
    own: z.nullable(PlaceInGame),
  }),
  errors: [404],
})
