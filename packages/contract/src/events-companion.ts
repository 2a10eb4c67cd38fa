import { LeaderboardConfiguration } from '@rollcall/scoring/configuration'
import * as z from 'zod/mini'
import { endpoint, idParams, MAX_CHANNEL_NAME_LENGTH } from './endpoint.ts'
import { eventName } from './events.ts'

/** The part of a configuration that decides points. Leaves out its name and what only the setup page needs. */
const ScoringFields = z.omit(z.object(LeaderboardConfiguration.shape), {
  name: true,
  pointDecrement: true,
  multiplePositionsToAdd: true,
})

const channelClaim = z.string().check(z.maxLength(MAX_CHANNEL_NAME_LENGTH))

export const MAX_ACTIVE_EVENTS = 50

export const listActiveEvents = endpoint({
  noun: 'events',
  method: 'POST',
  path: '/api/app/get-active-events/:channel',
  access: 'anyone',
  summary: `The events that the companion counts for a channel, at most ${MAX_ACTIVE_EVENTS}: first those that it names and those that its streamer created, then the nearest`,
  params: z.object({ channel: channelClaim }),
  body: z.optional(
    z.nullable(
      // The companion may send more fields.
      z.object({ activeEventIds: z.optional(z.array(z.union([z.number(), z.string()]))) }),
    ),
  ),
  response: z.array(
    z.object({
      event_id: z.number(),
      event: z.object({
        name: z.string(),
        eventSeries: z.nullable(z.object({ name: z.string() })),
      }),
      /** Whether the channel has sent a snapshot of the event; games make no difference here. */
      hasSubmittedData: z.boolean(),
    }),
  ),
})

export const createCompanionEvent = endpoint({
  noun: 'events',
  method: 'POST',
  path: '/api/app/create-event',
  access: 'upload-proof',
  rateLimit: 'uploads',
  summary: "Creates an event for the channel's streamer from the companion",
  body: z.object({
    channel: z._default(channelClaim, ''),
    name: eventName,
    startAt: z.string().check(z.maxLength(100)),
    endAt: z.string().check(z.maxLength(100)),
  }),
  response: z.object({ status: z.literal('success'), id: z.number(), event_id: z.number() }),
  errors: [422],
})

export const getCompanionConfiguration = endpoint({
  noun: 'events',
  method: 'GET',
  path: '/api/app/get-leaderboard-config/:id',
  access: 'anyone',
  summary: "How an event's points are awarded, for the companion; no name, no owner",
  params: idParams,
  response: ScoringFields,
  errors: [404],
})
