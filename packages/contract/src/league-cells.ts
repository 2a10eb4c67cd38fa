/** Where a result in a league's table comes from, and the games that its rules can name. */
import * as z from 'zod/mini'
import { divisionAsked } from './divisions.ts'
import {
  ChannelLabel,
  endpoint,
  idParams,
  idText,
  MAX_RACER_NAME_LENGTH,
  MapLabel,
  numberInAddress,
  racerLabel,
  userNames,
} from './endpoint.ts'
import { Unauthorized } from './events.ts'
import { ExplanationTerm } from './events-boards.ts'
import { GameLine, GameMode } from './games.ts'
import { Cell } from './leagues.ts'
import { tokenParams } from './show-links.ts'

/** Of a round, the latest. */
export const MOST_GAMES_OFFERED = 100

/** Which cell: its row as the table has it, and the round. */
const query = z.strictObject({
  row: idText,
  /** The row's `racer_name`: another row may have that place by now. */
  racer: z.string().check(z.minLength(1), z.maxLength(MAX_RACER_NAME_LENGTH)),
  round: numberInAddress,
  ...divisionAsked,
})

/** Of a channel; `further` sums the others. */
export const MOST_CELL_GAMES = 50

/** A game that counts, and what it gave to the racer. */
const CellGame = z.object({
  id: z.number(),
  mode: GameMode,
  /** When it ended. */
  finishedAt: z.string(),
  map: z.nullable(MapLabel),
  level: z.nullable(z.number()),
  /** null: the file does not say it. */
  place: z.nullable(z.number()),
  isEliminated: z.boolean(),
  points: z.number(),
  /** Whether it has a page for everybody. */
  isPublic: z.boolean(),
})

/** What a channel gave, best first. */
const CellPart = z.object({
  /** null: all channels together, because the round's board is frozen. */
  channel: z.nullable(ChannelLabel),
  /** Whether it is among the best channels, if only those count. */
  counts: z.boolean(),
  /** Empty also if the round's board is frozen, and nobody knows them any more. */
  terms: z.array(ExplanationTerm),
  points: z.number(),
  /** The earliest first; empty if there are none, null if they no longer give the points of the frozen board. */
  games: z.nullable(z.array(CellGame)),
  /** The games beyond MOST_CELL_GAMES. */
  further: z.object({ count: z.number(), points: z.number() }),
})
export type CellPart = z.infer<typeof CellPart>

/** From the games of each channel to what the round gave. */
const ExplainedCell = z.object({
  cell: Cell,
  multiplier: z.number(),
  /** The round's results are kept as they were; games are listed as they are now. */
  isFrozen: z.boolean(),
  parts: z.array(CellPart),
  /** Of a streamer's row: the rows of their board that count. */
  rows: z.optional(z.array(z.object({ ...racerLabel, points: z.number() }))),
  /** Where fair points count: their games, the earliest first; absent: nobody knows them, or they do not count. */
  fair: z.optional(
    z.object({
      games: z.array(
        z.object({
          /** null: it is no longer there. */
          channel: z.nullable(ChannelLabel),
          /** null: it has no page, because it was taken back, or is ranked nowhere else. */
          gameId: z.nullable(z.number()),
          finishedAt: z.string(),
          /** Those who share a place have all places from the first to the last of them. */
          first: z.number(),
          last: z.number(),
          /** How many marbles the game had. */
          rows: z.number(),
          /** Rounded; the result is rounded once, from the exact sum. */
          points: z.number(),
        }),
      ),
      /** How many later games do not count. */
      others: z.number(),
    }),
  ),
  /** Bonuses and penalties of the event, and why the row is disqualified. */
  adjustments: z.array(ExplanationTerm),
  /** Those of the league's rules. */
  bonuses: z.array(z.object({ name: z.string(), count: z.number(), points: z.number() })),
})
export type ExplainedCell = z.infer<typeof ExplainedCell>

export const explainPublicLeagueCell = endpoint({
  noun: 'events',
  method: 'GET',
  access: 'anyone',
  scope: 'read:events',
  path: '/api/leagues/:token/cell',
  rateLimit: 'show',
  summary:
    "Where a row's result of a round comes from; of a hidden racer's row only for that racer",
  params: tokenParams,
  query,
  response: ExplainedCell,
  errors: [404, 409],
})

const ofSeries = {
  noun: 'events',
  access: 'user',
  method: 'GET',
  rateLimit: 'search',
  params: idParams,
} as const

export const explainLeagueCell = endpoint({
  ...ofSeries,
  path: '/api/events/series/:id/league/cell',
  summary: "Where a row's result of a round comes from, for those who may see the series",
  query,
  response: z.union([ExplainedCell, Unauthorized]),
  errors: [404, 409],
})

export const listLeagueGames = endpoint({
  ...ofSeries,
  path: '/api/events/series/:id/league/games',
  summary:
    'The games of a round that counts, for those who may edit its league, and which channels have none',
  query: z.strictObject({ round: z.optional(numberInAddress) }),
  response: z.union([
    z.object({
      /** The rounds that count. */
      rounds: z.array(z.number()),
      /** Of the asked round, the latest first, at most MOST_GAMES_OFFERED. */
      games: z.array(GameLine),
      /** By round, the streamers who have sent a snapshot in place of games. */
      withoutGames: z.array(
        z.object({ eventId: z.number(), streamers: z.array(z.object(userNames)) }),
      ),
    }),
    Unauthorized,
  ]),
  errors: [404],
})
