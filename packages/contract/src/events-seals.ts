/** Sealed events ask each streamer whether they may hold the streamer's games until the show. */
import * as z from 'zod/mini'
import { done, endpoint, eventDays, idParams } from './endpoint.ts'

export const SealAnswer = z.enum(['agreed', 'declined'])
export type SealAnswer = z.infer<typeof SealAnswer>

/** The seal of an event that the caller takes part in. */
export const Seal = z.object({
  event: z.object({
    id: z.number(),
    name: z.string(),
    ...eventDays,
    organiser: z.object({ username: z.string() }),
  }),
  /** An organiser agrees by sealing their own event. */
  isOwn: z.boolean(),
  /** null: not answered yet, or not for the days that the event has now. */
  answer: z.nullable(SealAnswer),
  /** Whether the organiser waits for an answer: after the event's end there is nothing more to hold. */
  isAsking: z.boolean(),
  /** Games of the caller that the event holds now. */
  heldGames: z.number(),
  /** Sealed events with days in common that the caller agreed to: both organisers see the results before either show. */
  sharesDaysWith: z.array(z.string()),
})
export type Seal = z.infer<typeof Seal>

const ofCaller = { noun: 'events', access: 'user' } as const

export const listSeals = endpoint({
  ...ofCaller,
  method: 'GET',
  path: '/api/events/seals',
  summary: "The sealed events that hold the caller's games or ask to, the unanswered ones first",
  response: z.object({
    seals: z.array(Seal),
    /** Games of the caller that any of them holds now, each counted once. */
    heldGames: z.number(),
  }),
})

export const answerSeal = endpoint({
  ...ofCaller,
  method: 'PUT',
  path: '/api/events/seals/:id',
  summary: "Whether a sealed event may hold the caller's games that finish from now on",
  params: idParams,
  body: z.strictObject({
    isAgreed: z.boolean(),
    /** The days that the caller saw when answering; 409 where the organiser has changed them since. */
    startsAt: z.iso.datetime({ offset: true }),
    endsAt: z.iso.datetime({ offset: true }),
  }),
  response: done,
  errors: [404, 409],
})

export const openHeldGames = endpoint({
  ...ofCaller,
  method: 'POST',
  path: '/api/events/seals/open',
  summary: 'Opens the games of the caller that are held so far, in every event at once',
  response: done,
})
