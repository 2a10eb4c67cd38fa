/** Rows that are disqualified from a whole league. docs/scoring.md, Leagues; docs/decisions/175 */
import { ADJUSTMENT_REASONS } from '@rollcall/scoring/adjustments'
import * as z from 'zod/mini'
import { done, endpoint, idParams, numberInAddress, userNames } from './endpoint.ts'
import { created, Unauthorized } from './events.ts'
import { note } from './events-adjustments.ts'
import { rowLabel } from './league-rows.ts'
import { seenRow } from './leagues-prizes.ts'

/** Of a league. */
export const MAX_DISQUALIFIED = 100

const Reason = z.enum(ADJUSTMENT_REASONS)

const ofSeries = { noun: 'events', access: 'user', params: idParams, errors: [404] } as const

export const listDisqualified = endpoint({
  ...ofSeries,
  method: 'GET',
  path: '/api/events/series/:id/league/disqualified',
  summary: 'Who is disqualified from a league, why and by whom, for those who may edit it',
  response: z.union([
    z.object({
      /** In the order in which they were disqualified. */
      disqualified: z.array(
        z.object({
          id: z.number(),
          ...rowLabel,
          reason: Reason,
          note: z.nullable(z.string()),
          by: z.object(userNames),
          at: z.string(),
          /** Whether its row has gone from the table; then it changes nothing. */
          isWaiting: z.boolean(),
        }),
      ),
    }),
    Unauthorized,
  ]),
})

export const disqualify = endpoint({
  ...ofSeries,
  method: 'POST',
  path: '/api/events/series/:id/league/disqualified',
  rateLimit: 'events',
  summary:
    'Disqualifies a row of the table from the whole league, or changes why; its rounds stay as they are',
  errors: [404, 409, 422],
  body: z.strictObject({ row: seenRow, reason: Reason, note }),
  response: z.union([created, Unauthorized]),
})

export const takeBackDisqualification = endpoint({
  ...ofSeries,
  method: 'DELETE',
  path: '/api/events/series/:id/league/disqualified/:disqualifiedId',
  params: z.extend(idParams, { disqualifiedId: numberInAddress }),
  summary: 'Takes a disqualification from a league back',
  response: z.union([done, Unauthorized]),
})
