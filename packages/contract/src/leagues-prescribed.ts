/** Rounds that prescribe which games count. docs/decisions/178-prescribed-rounds.md */
import { GAME_MODES } from '@rollcall/scoring/games'
import { GAME_CHOICES, REFUSALS } from '@rollcall/scoring/prescription'
import * as z from 'zod/mini'
import { done, endpoint, MapLabel, numberInAddress, userNames } from './endpoint.ts'
import { Unauthorized } from './events.ts'

export const MAX_PRESCRIBED_GAMES = 100
export const MAX_MAP_NAME_LENGTH = 200
export const MAX_SESSION_TYPE_LENGTH = 40
export const MAX_ANNOUNCEMENT_LENGTH = 300

const text = (length: number) => z.string().check(z.trim(), z.minLength(1), z.maxLength(length))
const hour = (least: number, most: number) => z.int().check(z.gte(least), z.lte(most))

/** What `Prescription` in scoring says, as organisers set it. */
export const Prescription = z.strictObject({
  mode: z.enum(GAME_MODES),
  map: z.nullable(
    z.strictObject({
      name: text(MAX_MAP_NAME_LENGTH),
      creator: z.nullable(text(MAX_MAP_NAME_LENGTH)),
    }),
  ),
  sessionType: z.nullable(text(MAX_SESSION_TYPE_LENGTH)),
  hours: z.nullable(
    z.strictObject({ from: hour(0, 23), until: hour(1, 24) }).check(
      z.refine(({ from, until }) => from < until, {
        error: 'The hours must end after they begin.',
      }),
    ),
  ),
  games: z.nullable(
    z.strictObject({
      which: z.enum(GAME_CHOICES),
      count: z.int().check(z.gte(1), z.lte(MAX_PRESCRIBED_GAMES)),
    }),
  ),
})
export type Prescription = z.infer<typeof Prescription>

const ofRound = {
  noun: 'events',
  access: 'user',
  params: z.object({ id: numberInAddress, eventId: numberInAddress }),
} as const

const ROUND = '/api/events/series/:id/league/rounds/:eventId'

export const prescribeRound = endpoint({
  ...ofRound,
  method: 'PUT',
  path: `${ROUND}/prescription`,
  rateLimit: 'events',
  summary: 'Says which games count in a round of a league; null: those that are rankable',
  body: z.strictObject({ prescription: z.nullable(Prescription) }),
  errors: [404, 422],
  response: z.union([done, Unauthorized]),
})

export const announceRound = endpoint({
  ...ofRound,
  method: 'PUT',
  path: `${ROUND}/announcement`,
  rateLimit: 'events',
  summary: 'Says something about a round that nothing checks, such as laps; null: nothing',
  body: z.strictObject({ announcement: z.nullable(text(MAX_ANNOUNCEMENT_LENGTH)) }),
  errors: [404],
  response: z.union([done, Unauthorized]),
})

const RoundGame = z.object({
  id: z.number(),
  mode: z.enum(GAME_MODES),
  finishedAt: z.string(),
  marbles: z.number(),
  map: z.nullable(MapLabel),
  /** null: it counts. */
  refusal: z.nullable(z.enum(REFUSALS)),
  /** What an organiser has decided; null: nothing. */
  swapped: z.nullable(z.enum(['in', 'out'])),
})
export type RoundGame = z.infer<typeof RoundGame>

export const listRoundGames = endpoint({
  ...ofRound,
  method: 'GET',
  path: `${ROUND}/games`,
  rateLimit: 'search',
  summary:
    'The games of the days of a round that prescribes them, and why some do not count, for those who may decide; for streamers, their own',
  errors: [404],
  response: z.union([
    z.object({
      /** null: the round prescribes nothing, and lists no games. */
      prescription: z.nullable(Prescription),
      canSwap: z.boolean(),
      channels: z.array(
        z.object({
          streamer: z.object(userNames),
          /** In the order in which they finished. */
          games: z.array(RoundGame),
        }),
      ),
    }),
    Unauthorized,
  ]),
})

export const swapRoundGame = endpoint({
  ...ofRound,
  method: 'PUT',
  path: `${ROUND}/games/:gameId`,
  params: z.object({
    id: numberInAddress,
    eventId: numberInAddress,
    gameId: numberInAddress,
  }),
  rateLimit: 'events',
  summary: 'Makes a game count in a round, or not count, whatever is prescribed',
  body: z.strictObject({
    /** null: as it is prescribed. */
    swapped: z.nullable(z.enum(['in', 'out'])),
  }),
  errors: [404],
  response: z.union([done, Unauthorized]),
})
