/** Bonuses, penalties and disqualifications in an event. docs/scoring.md, Adjustments */
import { ADJUSTMENT_KINDS, ADJUSTMENT_REASONS } from '@rollcall/scoring/adjustments'
import { fromHundredths, toHundredths } from '@rollcall/scoring/points'
import { saying } from '@rollcall/scoring/problem'
import * as z from 'zod/mini'
import {
  done,
  endpoint,
  idParams,
  MAX_RACER_NAME_LENGTH,
  numberInAddress,
  racerLabel,
  searchText,
  userNames,
} from './endpoint.ts'
import { Unauthorized } from './events.ts'
import { bonusName } from './league-terms.ts'
import { EVENT_CHECKS } from './problems/events.ts'

const says = saying(EVENT_CHECKS)

export const MAX_ADJUSTMENT_POINTS = 1_000_000
export const MAX_ADJUSTMENT_NOTE_LENGTH = 500
/** In an event. */
export const MAX_ADJUSTMENTS = 500

const twoDecimals = z.refine<number>((number) => fromHundredths(toHundredths(number)) === number)

/** For organisers and the person concerned. */
export const note = z.nullable(
  z
    .string()
    .check(
      z.trim(),
      z.maxLength(
        MAX_ADJUSTMENT_NOTE_LENGTH,
        says('adjustment_note_too_long', { most: MAX_ADJUSTMENT_NOTE_LENGTH }),
      ),
    ),
)

/** What everybody who sees the row sees of it. */
export const adjustment = {
  kind: z.enum(ADJUSTMENT_KINDS),
  /** More than 0, also for a penalty; null if the row is disqualified, or gets a bonus of the event's league. */
  points: z.nullable(z.number()),
  reason: z.enum(ADJUSTMENT_REASONS),
  /** The name of that bonus, which adds nothing to the event's own points. */
  bonus: z.optional(z.string()),
} as const

/** The same beside the row's name. */
export const PublicAdjustment = z.object({ ...racerLabel, ...adjustment })
export type PublicAdjustment = z.infer<typeof PublicAdjustment>

/** The same for the person whom it concerns. */
export const OwnAdjustment = z.object({ ...adjustment, note: z.nullable(z.string()) })
export type OwnAdjustment = z.infer<typeof OwnAdjustment>

export const ListedAdjustment = z.object({
  id: z.number(),
  ...racerLabel,
  ...adjustment,
  /** Whether the row has gone, for example because an upload was undone; then it changes nothing. */
  isWaiting: z.boolean(),
  /** Only for those who may adjust the event. */
  made: z.optional(
    z.object({
      note: z.nullable(z.string()),
      by: z.object(userNames),
      at: z.string(),
    }),
  ),
})
export type ListedAdjustment = z.infer<typeof ListedAdjustment>

const ofEvent = { noun: 'events', access: 'user' } as const

export const listAdjustments = endpoint({
  ...ofEvent,
  method: 'GET',
  path: '/api/events/adjustments/:id',
  rateLimit: 'search',
  summary: 'The bonuses, penalties and disqualifications of an event, for those who see its boards',
  params: idParams,
  response: z.union([
    z.object({
      mayAdjust: z.boolean(),
      /** The bonuses that the event's league gives by hand; empty for those who may not adjust. */
      bonuses: z.array(z.string()),
      /** In the order in which they were made. Without those that are waiting, except for those who may adjust. */
      adjustments: z.array(ListedAdjustment),
    }),
    Unauthorized,
  ]),
  errors: [404],
})

/** How many rows one search finds. */
export const ADJUSTABLE_ROWS = 10

export const findAdjustableRows = endpoint({
  ...ofEvent,
  method: 'GET',
  path: '/api/events/adjustments/:id/rows',
  rateLimit: 'search',
  summary:
    "The first rows of an event's present board of All Streamers with a name, for those who may adjust them",
  params: idParams,
  query: z.strictObject({
    /** Part of a racer's name, compared as by `foldName`. */
    search: searchText,
  }),
  response: z.union([
    z.object({
      rows: z.array(z.object({ ...racerLabel, rank: z.number(), event_points: z.number() })),
    }),
    Unauthorized,
  ]),
  errors: [404],
})

export const adjustEvent = endpoint({
  ...ofEvent,
  method: 'POST',
  path: '/api/events/adjustments/:id',
  summary: "Gives a row of an event's board a bonus or a penalty, or disqualifies it",
  params: idParams,
  body: z
    .strictObject({
      /** The `racer_name` of a row on the board of All Streamers. */
      racer: z.string().check(z.minLength(1), z.maxLength(MAX_RACER_NAME_LENGTH)),
      kind: adjustment.kind,
      points: z.nullable(
        z
          .number()
          .check(
            z.gt(0, says('adjustment_points_missing')),
            z.lte(
              MAX_ADJUSTMENT_POINTS,
              says('adjustment_points_too_many', { most: MAX_ADJUSTMENT_POINTS }),
            ),
            twoDecimals,
          ),
      ),
      reason: adjustment.reason,
      /** Gives this bonus of the event's league in place of points. */
      bonus: z.optional(bonusName),
      note,
    })
    .check(
      z.refine(
        ({ kind, points, bonus }) =>
          (kind === 'disqualified' || bonus !== undefined) === (points === null),
        says('adjustment_points_missing'),
      ),
      z.refine(({ kind, bonus }) => bonus === undefined || kind === 'bonus'),
    ),
  response: z.union([z.object({ id: z.number() }), Unauthorized]),
  errors: [404, 409, 422],
})

export const takeBackAdjustment = endpoint({
  ...ofEvent,
  method: 'DELETE',
  path: '/api/events/adjustments/:id/:adjustment',
  summary: 'Takes an adjustment of an event back',
  params: z.extend(idParams, { adjustment: numberInAddress }),
  response: z.union([done, Unauthorized]),
  errors: [404],
})
