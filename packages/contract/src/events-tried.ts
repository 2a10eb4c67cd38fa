/** Who would move on an event's board with another point configuration, or a new version of it, before it is saved. */
import { LeaderboardConfiguration } from '@rollcall/scoring/configuration'
import * as z from 'zod/mini'
import { endpoint, idParams } from './endpoint.ts'
import { configurationId, Unauthorized } from './events.ts'
import { ProposedRow } from './leagues.ts'

export const tryConfiguration = endpoint({
  noun: 'events',
  method: 'POST',
  path: '/api/events/event/:id/try-configuration',
  access: 'user',
  rateLimit: 'search',
  summary:
    'Who would move on the board of All Streamers with another point configuration, for those who may edit the event; stores nothing',
  params: idParams,
  body: z.strictObject({
    leaderboard_config_id: configurationId,
    /** A new version of it, which the caller may save; absent: it stays as it is. */
    config: z.optional(LeaderboardConfiguration),
  }),
  response: z.union([
    z.object({
      /** The first rows with another rank. */
      rows: z.array(ProposedRow),
      /** How many have another rank. */
      total: z.number(),
      /** Whether it is a final round of a league, which keeps its results until its organiser publishes others. */
      isFinal: z.boolean(),
    }),
    Unauthorized,
  ]),
  errors: [403, 404, 422, 503],
})

/** How many of the events with a configuration are tried before a version is saved: the latest. */
export const MAX_TRIED_EVENTS = 5

export const listEventsToTry = endpoint({
  noun: 'events',
  method: 'GET',
  path: '/api/events/leaderboard-config/:id/events',
  access: 'user',
  summary:
    'The latest of the events that the caller organises and a new version of a configuration may change',
  params: idParams,
  response: z.object({
    events: z.array(z.object({ id: z.number(), name: z.string() })),
    /** How many there are beside them. */
    others: z.number(),
  }),
  errors: [404],
})
