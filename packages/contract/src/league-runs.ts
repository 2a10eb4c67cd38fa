/**
 * When the streamers of a league's round run it, and whether they have. docs/decisions/172-entering-and-has-run.md,
 * docs/decisions/179-slots-and-progress.md
 */

import { HOUR_MS } from '@rollcall/formats/durations'
import { REFUSALS } from '@rollcall/scoring/prescription'
import * as z from 'zod/mini'
import {
  done,
  endpoint,
  id,
  idParams,
  numberInAddress,
  PageAddress,
  userNames,
} from './endpoint.ts'
import { Unauthorized } from './events.ts'
import { MAX_PRESCRIBED_GAMES, Prescription } from './leagues-prescribed.ts'

/** How long a streamer is taken to need for a round, so that slots can overlap. */
export const SLOT_MS = 2 * HOUR_MS

/** Since when somebody has run, and who said so, or that as many games as are prescribed count; null: not yet. */
const Run = z.nullable(
  z.object({
    at: z.string(),
    by: z.enum(['streamer', 'organiser', 'companion', 'games']),
  }),
)
export type Run = z.infer<typeof Run>

const CHANNEL_STATES = [
  /** The days have not begun, and nothing is announced. */
  'to-come',
  'announced',
  'running',
  'has-run',
  /** The days are over, and nothing counts. */
  'missing',
  /** There are games of these days, and none of them counts. */
  'refused',
] as const
export type ChannelState = (typeof CHANNEL_STATES)[number]

/** What is known of a channel in a round. */
const channelProgress = {
  state: z.enum(CHANNEL_STATES),
  /** When the streamer has announced to run it; null: they have not. */
  slot: z.nullable(z.string()),
  run: Run,
  /** How many games count, and how many are prescribed; null: no number is, or the reader may not know yet. */
  games: z.nullable(z.object({ counted: z.number(), of: z.number() })),
  /** Why the last game does not count, if none does; null: the reader may not know yet, or some do. */
  refusal: z.nullable(z.enum(REFUSALS)),
}

export const ChannelOfRound = z.object({ ...userNames, page: PageAddress, ...channelProgress })
export type ChannelOfRound = z.infer<typeof ChannelOfRound>

/** Who else has a slot. */
const SlotStreamer = z.object({ ...userNames, page: PageAddress })

const body = z.strictObject({ hasRun: z.boolean() })

const RoundStreamer = z.extend(ChannelOfRound, { id: z.number() })
export type RoundStreamer = z.infer<typeof RoundStreamer>

const ofRound = {
  noun: 'events',
  access: 'user',
  params: z.object({ id: numberInAddress, eventId: numberInAddress }),
  errors: [404],
} as const

export const listRoundStreamers = endpoint({
  ...ofRound,
  method: 'GET',
  path: '/api/events/series/:id/league/rounds/:eventId/streamers',
  summary: 'The streamers of a round, when they run it and whether they have, for its organisers',
  response: z.union([
    z.object({
      /** The round is open, or would be if not everybody had run. */
      canSay: z.boolean(),
      /** In the order of their names. */
      streamers: z.array(RoundStreamer),
    }),
    Unauthorized,
  ]),
})

export const sayStreamerHasRun = endpoint({
  ...ofRound,
  method: 'PUT',
  path: '/api/events/series/:id/league/rounds/:eventId/streamers/:userId',
  params: z.object({ ...ofRound.params.shape, userId: numberInAddress }),
  rateLimit: 'events',
  summary: 'Says that a streamer has run a round, or is still running, for its organisers',
  errors: [404, 409],
  body,
  response: z.union([done, Unauthorized]),
})

export const OWN_ROUNDS_LISTED = 20

export const listOwnRounds = endpoint({
  noun: 'events',
  method: 'GET',
  path: '/api/events/own-rounds',
  access: 'user',
  summary:
    'The rounds of leagues that the caller runs now or will run, or has run before their days are over; the first OWN_ROUNDS_LISTED',
  response: z.array(
    z.object({
      eventId: z.number(),
      name: z.string(),
      league: z.string(),
      seriesId: z.number(),
      startsAt: z.string(),
      /** When its days are over. */
      endsAt: z.string(),
      /** Its days have begun, so that one can say that one has run it. */
      hasOpened: z.boolean(),
      prescription: z.nullable(Prescription),
      /** What the organisers say about it that nothing checks. */
      announcement: z.nullable(z.string()),
      ...channelProgress,
      /** The caller names the games that count before they start; null: others count. */
      named: z.nullable(
        z.object({
          /** How many of their next games count. */
          waiting: z.number(),
          /** How many games count already. */
          counted: z.number(),
          of: z.number(),
        }),
      ),
      /** The slots of others that overlap with the caller's, in order. */
      overlaps: z.array(z.object({ streamer: z.nullable(SlotStreamer), slot: z.string() })),
    }),
  ),
})

export const nameGames = endpoint({
  noun: 'events',
  method: 'PUT',
  path: '/api/events/own-rounds/:id/named',
  access: 'user',
  rateLimit: 'events',
  summary:
    'The caller says how many of their next games count in a round that lets them name its games',
  params: idParams,
  errors: [404, 409],
  /** Games that have started already are not next ones, and stay what they are. */
  body: z.strictObject({ waiting: z.int().check(z.gte(0), z.lte(MAX_PRESCRIBED_GAMES)) }),
  response: z.union([done, Unauthorized]),
})

export const announceSlot = endpoint({
  noun: 'events',
  method: 'PUT',
  path: '/api/events/own-rounds/:id/slot',
  access: 'user',
  rateLimit: 'events',
  summary: 'The caller announces when they will run a round; null: they no longer say',
  params: idParams,
  errors: [404, 409, 422],
  body: z.strictObject({ slot: z.nullable(z.iso.datetime({ offset: true })) }),
  response: z.union([done, Unauthorized]),
})

export const sayOwnRun = endpoint({
  noun: 'events',
  method: 'PUT',
  path: '/api/events/own-rounds/:id',
  access: 'user',
  rateLimit: 'events',
  summary: 'The caller has run a round, or is still running it',
  params: idParams,
  errors: [404, 409],
  body,
  response: z.union([done, Unauthorized]),
})

export const reportRun = endpoint({
  noun: 'events',
  method: 'POST',
  path: '/api/companion/runs',
  access: 'upload-proof',
  summary:
    'The streamer says on the page of their companion that they have run a round, or not yet',
  errors: [404, 409],
  body: z.strictObject({
    uploadKey: z.string().check(z.maxLength(100)),
    eventId: id,
    hasRun: z.boolean(),
  }),
  response: done,
})
