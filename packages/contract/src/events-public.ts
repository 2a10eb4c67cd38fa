/** Events with a public page that their organisers list: for everybody, without a session. */
import * as z from 'zod/mini'
import {
  ChannelLabel,
  endpoint,
  eventDays,
  pageNumber,
  plannedShow,
  racerLabel,
} from './endpoint.ts'

export const PUBLIC_EVENTS_PAGE_SIZE = 20

export const PublicEvent = z.object({
  name: z.string(),
  /** Opens its public page. */
  token: z.string(),
  ...eventDays,
  ...plannedShow,
  organiser: z.extend(ChannelLabel, {
    /** Whether the organiser has a channel. */
    hasPage: z.boolean(),
  }),
  /** Some of the streamers who take part, by login. */
  streamers: z.array(ChannelLabel),
  streamerCount: z.number(),
  /** What viewers have seen of the show: nothing of it, a part, or the whole board of All Streamers. */
  results: z.enum(['waiting', 'revealing', 'shown']),
  /** Racers with rank 1; empty unless the results are shown. */
  winners: z.array(z.object({ ...racerLabel, points: z.number() })),
  /** How many others share that rank. */
  moreWinners: z.number(),
})
export type PublicEvent = z.infer<typeof PublicEvent>

export const listPublicEvents = endpoint({
  noun: 'events',
  method: 'GET',
  path: '/api/events/public',
  access: 'anyone',
  summary: 'Listed events: those that run now, the next ones, and a page of those that are over',
  query: z.strictObject({
    /** A page of the events that are over. */
    page: pageNumber,
  }),
  response: z.object({
    /** Those whose days are not over, and those whose results are being revealed. Those that end first come first. */
    now: z.array(PublicEvent),
    /** Those that begin first come first. */
    soon: z.array(PublicEvent),
    /** Those that ended last come first. */
    past: z.array(PublicEvent),
    /** How many pages the events that are over have. */
    totalPages: z.number(),
  }),
})
