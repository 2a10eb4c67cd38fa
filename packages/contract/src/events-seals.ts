/** A sealed event asks each streamer whether it may hold their games until the show. */
import * as z from 'zod/mini'
import { done, endpoint, eventDays, idParams, userNames } from './endpoint.ts'
import { HelperRole } from './helping.ts'

export const SealAnswer = z.enum(['agreed', 'declined'])
export type SealAnswer = z.infer<typeof SealAnswer>

/** The seal of an event in which the caller takes part. */
export const Seal = z.object({
  event: z.object({
    id: z.number(),
    name: z.string(),
    ...eventDays,
    organiser: z.object(userNames),
  }),
  /** Whether the caller sealed it; then the caller has agreed by doing so. */
  isOwn: z.boolean(),
  /** null if the caller has not answered yet, or not since the event's days changed. */
  answer: z.nullable(SealAnswer),
  /** Whether the organiser is waiting for an answer. After the event's end there is nothing left to hold. */
  isAsking: z.boolean(),
  /** How many of the caller's games the event holds now. */
  heldGames: z.number(),
  /**
   * Sealed events to which the caller agreed and that share days with this one: both organisers see the results before
   * either show.
   */
  sharesDaysWith: z.array(z.string()),
  /** Who else may see the results before everybody: co-organisers, and moderators whom the organiser lets. */
  trusted: z.array(
    z.object({
      ...userNames,
      role: HelperRole,
      since: z.string(),
      /** Whether they could not yet when the caller agreed. */
      isLater: z.boolean(),
    }),
  ),
})
export type Seal = z.infer<typeof Seal>

const shared = { noun: 'events', access: 'user' } as const

export const listSeals = endpoint({
  ...shared,
  method: 'GET',
  path: '/api/events/seals',
  summary: "The sealed events that hold the caller's games or ask to, the unanswered ones first",
  response: z.object({
    seals: z.array(Seal),
    /** How many of the caller's games these events hold now, all together. */
    heldGames: z.number(),
  }),
})

export const answerSeal = endpoint({
  ...shared,
  method: 'PUT',
  path: '/api/events/seals/:id',
  summary: "Whether a sealed event may hold the caller's games that finish from now on",
  params: idParams,
  body: z.strictObject({
    isAgreed: z.boolean(),
    /** The days that the caller saw when answering; 409 if the organiser has changed them since. */
    startsAt: z.iso.datetime({ offset: true }),
    endsAt: z.iso.datetime({ offset: true }),
  }),
  response: done,
  errors: [404, 409],
})

export const openHeldGames = endpoint({
  ...shared,
  method: 'POST',
  path: '/api/events/seals/open',
  summary: "Opens all of the caller's games that are held now, in all events at once",
  response: done,
})
