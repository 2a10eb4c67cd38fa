/** Who would move on an event's board with another point configuration, before it is saved. */
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
  body: z.strictObject({ leaderboard_config_id: configurationId }),
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
  errors: [404, 422, 503],
})
