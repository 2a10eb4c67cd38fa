/** Whether the streamers of a league's round have run it. docs/decisions/172-entering-and-has-run.md */
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

/** Since when somebody has run, and who said so; null: they are running, or will run. */
const Run = z.nullable(
  z.object({
    at: z.string(),
    by: z.enum(['streamer', 'organiser', 'companion']),
  }),
)
export type Run = z.infer<typeof Run>

const body = z.strictObject({ hasRun: z.boolean() })

const RoundStreamer = z.object({
  id: z.number(),
  ...userNames,
  page: PageAddress,
  run: Run,
})
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
  summary: 'The streamers of a round, and whether they have run it, for its organisers',
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

export const listOwnRounds = endpoint({
  noun: 'events',
  method: 'GET',
  path: '/api/events/own-rounds',
  access: 'user',
  summary: 'The rounds of leagues that the caller runs now, or has run before their days are over',
  response: z.array(
    z.object({
      eventId: z.number(),
      name: z.string(),
      league: z.string(),
      seriesId: z.number(),
      /** When its days are over. */
      endsAt: z.string(),
      run: Run,
    }),
  ),
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
