/** What may still happen in a league, for anyone with its address. docs/scoring.md, What may still happen */
import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { rowLabel } from './league-rows.ts'
import { tokenParams } from './show-links.ts'

/** The page says what may still happen to so many rows, the first of the table. */
export const OUTLOOK_ROWS = 10

export const getLeagueOutlook = endpoint({
  noun: 'events',
  method: 'GET',
  access: 'anyone',
  rateLimit: 'show',
  scope: 'read:events',
  path: '/api/leagues/:token/outlook',
  summary:
    'Who is certain to win a league, who can still win, and who no longer can, from its final rounds',
  params: tokenParams,
  errors: [404],
  response: z.object({
    /** How many rounds are neither final nor voided; 0: nothing is open any more. */
    remaining: z.number(),
    /** Whether the remaining rounds have an upper limit; without one, nothing is certain, and there are no rows. */
    isBounded: z.boolean(),
    /** At most OUTLOOK_ROWS, in the order of the table, without hidden racers. */
    rows: z.array(
      z.object({
        ...rowLabel,
        state: z.enum(['clinched', 'open', 'out']),
        /** Of an open row, what is enough whatever others do; null: nothing it can do alone is. */
        needs: z.nullable(
          z.object({
            /** Points of the remaining rounds above this; null: none are missing. */
            moreThan: z.nullable(z.number()),
            /** How many of them it must race. */
            rounds: z.number(),
          }),
        ),
      }),
    ),
  }),
})
export type LeagueOutlook = z.infer<typeof getLeagueOutlook.response>
