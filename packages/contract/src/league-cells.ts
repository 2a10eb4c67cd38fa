/** Where a result in a league's table comes from, and the games that its rules can name. */
import * as z from 'zod/mini'
import { divisionAsked } from './divisions.ts'
import {
  ChannelLabel,
  endpoint,
  idParams,
  idText,
  MAX_RACER_NAME_LENGTH,
  numberInAddress,
  userNames,
} from './endpoint.ts'
import { Unauthorized } from './events.ts'
import { ExplanationTerm } from './events-boards.ts'
import { GameLine } from './games.ts'
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

/** From the event points of each channel to what the round gave. */
const ExplainedCell = z.object({
  cell: Cell,
  multiplier: z.number(),
  parts: z.array(
    z.object({
      /** null: all channels together, because the round's board is frozen. */
      channel: z.nullable(ChannelLabel),
      terms: z.array(ExplanationTerm),
      points: z.number(),
    }),
  ),
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
