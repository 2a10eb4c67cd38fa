/** What a league's first rows win. docs/scoring.md, Prizes; docs/decisions/167 */
import { MOST_PRIZES, PASSED_OVER_REASONS } from '@rollcall/scoring/prizes'
import * as z from 'zod/mini'
import { done, endpoint, idParams, numberInAddress } from './endpoint.ts'
import { created, Unauthorized } from './events.ts'
import { rowLabel } from './league-rows.ts'

export const MAX_PRIZE_LENGTH = 100
/** Of a league. */
export const MAX_PASSED_OVER = 100

const Reason = z.enum(PASSED_OVER_REASONS)

const passedOver = {
  ...rowLabel,
  /** null: it tells who a hidden racer is. */
  reason: z.nullable(Reason),
}

const prizesOf = <Winner extends z.ZodMiniType>(winner: Winner) => ({
  /** Whether the table may still change: some round is neither final nor voided. */
  isProvisional: z.boolean(),
  /** From the first rank on. */
  prizes: z.array(
    z.object({
      text: z.string(),
      /** The first who win it. */
      winners: z.array(winner),
      /** How many share it; 0: nobody has that rank. */
      count: z.number(),
    }),
  ),
})

/** As everybody reads them. */
export const PublicPrizes = z.object({
  ...prizesOf(z.object(rowLabel)),
  /** Who would win a prize. */
  passedOver: z.array(z.object({ ...passedOver, rank: z.number() })),
})
export type PublicPrizes = z.infer<typeof PublicPrizes>

const PrizeWinner = z.object({
  ...rowLabel,
  /** The id and the total of its row in the table. */
  id: z.string(),
  total: z.number(),
})
export type PrizeWinner = z.infer<typeof PrizeWinner>

const ofSeries = { noun: 'events', access: 'user', params: idParams, errors: [404] } as const

export const getLeaguePrizes = endpoint({
  ...ofSeries,
  method: 'GET',
  path: '/api/events/series/:id/league/prizes',
  summary: "A league's prizes, who wins them, and who is passed over, for those who may edit it",
  response: z.union([
    z.object({
      ...prizesOf(PrizeWinner),
      passedOver: z.array(
        z.object({
          ...passedOver,
          id: z.number(),
          /** null: without a rank, or not in the table. */
          rank: z.nullable(z.number()),
        }),
      ),
    }),
    Unauthorized,
  ]),
})

export const setLeaguePrizes = endpoint({
  ...ofSeries,
  method: 'PUT',
  path: '/api/events/series/:id/league/prizes',
  rateLimit: 'events',
  summary: 'Sets what the ranks of a league win, from the first on',
  body: z.strictObject({
    prizes: z
      .array(z.string().check(z.trim(), z.minLength(1), z.maxLength(MAX_PRIZE_LENGTH)))
      .check(z.maxLength(MOST_PRIZES)),
  }),
  response: z.union([done, Unauthorized]),
})

export const passOver = endpoint({
  ...ofSeries,
  method: 'POST',
  path: '/api/events/series/:id/league/passed-over',
  rateLimit: 'events',
  summary: 'Lets the prizes of a league pass a row of its table by; the row keeps its rank',
  errors: [404, 409],
  body: z.strictObject({
    /** The row as the caller sees it, because the table may change meanwhile. */
    row: z.strictObject({ id: z.string(), racer_name: z.string(), total: z.number() }),
    reason: Reason,
  }),
  response: z.union([created, Unauthorized]),
})

export const considerAgain = endpoint({
  ...ofSeries,
  method: 'DELETE',
  path: '/api/events/series/:id/league/passed-over/:passedOverId',
  params: z.extend(idParams, { passedOverId: numberInAddress }),
  summary: 'Lets somebody who was passed over win prizes again',
  response: z.union([done, Unauthorized]),
})
