/**
 * Moves a show from other programs, such as a Stream Deck. Anybody who has the address may move the show, and learns nothing
 * of hidden rows: no rank, and no number of presses, which would tell who shares one.
 */
import * as z from 'zod/mini'
import { endpoint, MAX_ID } from './endpoint.ts'
import { tokenParams } from './show-links.ts'

export const ControlState = z.object({
  /** Where the show is. `row`: between two ranks. The others: what the last step has shown. */
  step: z.enum(['waiting', 'row', 'points', 'gap', 'totals', 'names', 'podium', 'final']),
  /** What the next press does, in one word for a key. */
  label: z.enum(['Next', 'Name', 'Podium', 'Finish']),
  /** Whether a press would move the show now. */
  canNext: z.boolean(),
  canBack: z.boolean(),
  /** Whether others than the organiser see the show. */
  onAir: z.boolean(),
  version: z.number(),
})
export type ControlState = z.infer<typeof ControlState>

const byToken = {
  noun: 'show',
  access: 'anyone',
  rateLimit: 'show',
  countedBy: 'token',
  params: tokenParams,
} as const

export const getShowControl = endpoint({
  ...byToken,
  method: 'GET',
  path: '/api/show-control/:token',
  summary: 'Where a show is, for a key that moves it; nothing of what is hidden',
  response: ControlState,
  errors: [404],
})

const ACTIONS = ['next', 'back', 'hold', 'podium'] as const
export type ControlAction = (typeof ACTIONS)[number]

export const pressShowControl = endpoint({
  ...byToken,
  method: 'POST',
  path: '/api/show-control/:token/:action',
  summary:
    'Moves a show that has begun, once for each version and each requestId; `moved` says whether this request did. At the podium, `next` finishes the show',
  params: z.extend(tokenParams, { action: z.enum(ACTIONS) }),
  body: z.nullish(
    z.strictObject({
      /** The version to move; without it, the one at the request's arrival. */
      version: z.optional(z.int().check(z.minimum(0), z.maximum(MAX_ID))),
      /** Of a request that may be sent again: repeats change nothing for a day. */
      requestId: z.optional(z.string().check(z.minLength(1), z.maxLength(100))),
    }),
  ),
  response: z.extend(ControlState, { moved: z.boolean() }),
  errors: [404],
})
