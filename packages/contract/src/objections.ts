/** Objections to rounds of leagues. docs/decisions/165-objections.md */
import * as z from 'zod/mini'
import { done, endpoint, numberInAddress, PageAddress } from './endpoint.ts'
import { Unauthorized } from './events.ts'

export const MAX_OBJECTION_LENGTH = 300

const sentence = z.string().check(z.trim(), z.minLength(1), z.maxLength(MAX_OBJECTION_LENGTH))

const Objection = z.object({
  id: z.number(),
  text: z.string(),
  at: z.string(),
  isOwn: z.boolean(),
  by: z.object({
    username: z.string(),
    /** Their page as a racer; null if they hide their name there. */
    page: z.nullable(PageAddress),
  }),
  answer: z.nullable(
    z.object({ isUpheld: z.boolean(), text: z.string(), at: z.string(), by: z.string() }),
  ),
})
export type Objection = z.infer<typeof Objection>

const ofRound = {
  noun: 'events',
  access: 'user',
  /** By the event, which is a round of one league at most. */
  path: '/api/events/objections/:eventId',
  params: z.object({ eventId: numberInAddress }),
} as const

export const listObjections = endpoint({
  ...ofRound,
  method: 'GET',
  summary: "One's own objections to a round, or all of them for those who decide",
  response: z.object({
    mayObject: z.boolean(),
    mayDecide: z.boolean(),
    /** The latest first. */
    objections: z.array(Objection),
  }),
})

export const makeObjection = endpoint({
  ...ofRound,
  method: 'POST',
  errors: [404, 409],
  rateLimit: 'events',
  summary:
    'Objects to a round that one has raced or streamed, as long as its results are provisional',
  body: z.strictObject({ text: sentence }),
  response: z.union([done, Unauthorized]),
})

export const withdrawObjection = endpoint({
  ...ofRound,
  method: 'DELETE',
  errors: [404],
  summary: "Withdraws one's own objection that nobody has answered",
  response: done,
})

export const answerObjection = endpoint({
  noun: 'events',
  access: 'user',
  method: 'POST',
  path: '/api/events/objections/:eventId/:objectionId',
  params: z.object({ eventId: numberInAddress, objectionId: numberInAddress }),
  errors: [404],
  summary: 'Answers an objection, for those who decide',
  body: z.strictObject({ isUpheld: z.boolean(), text: sentence }),
  response: z.union([done, Unauthorized]),
})
