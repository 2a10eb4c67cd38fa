/** The search in the top bar: racers, channels, maps and listed events by name. docs/decisions/097 */
import * as z from 'zod/mini'
import { ChannelLabel, endpoint, MapLabel, searchText } from './endpoint.ts'
import { PublicEvent } from './events-public.ts'
import { RacerHead } from './racers.ts'

/** How many of each kind are found at most. */
export const MOST_FOUND = 8

/** A listed event. */
const FoundEvent = z.pick(PublicEvent, {
  ...{ name: true, token: true },
  ...{ startAt: true, endAt: true, startsAt: true, endsAt: true },
})

export const FoundNames = z.object({
  racers: z.array(RacerHead),
  channels: z.array(ChannelLabel),
  maps: z.array(MapLabel),
  events: z.array(FoundEvent),
})
export type FoundNames = z.infer<typeof FoundNames>

export const searchNames = endpoint({
  noun: 'search',
  method: 'GET',
  path: '/api/search',
  access: 'anyone',
  rateLimit: 'search',
  summary:
    'Racers, channels, maps and listed events whose name begins with the words or is much like them, the best match first',
  query: z.strictObject({
    /** Letter case is ignored. */
    q: searchText,
  }),
  response: FoundNames,
})
