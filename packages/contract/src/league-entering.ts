/** Who enters a league, as a streamer or as a racer. docs/decisions/172-entering-and-has-run.md */
import * as z from 'zod/mini'
import {
  done,
  endpoint,
  idParams,
  numberInAddress,
  PageAddress,
  racerLabel,
  userNames,
} from './endpoint.ts'
import { Unauthorized } from './events.ts'
import { tokenParams } from './show-links.ts'

/** The most streamers of a league. */
export const MAX_LEAGUE_STREAMERS = 300
/** The most racers who have entered a league. */
export const MAX_LEAGUE_RACERS = 5_000
/** How many racers are named where everybody reads them. */
export const NAMED_ENTRANTS = 200

export const ENTRY_KINDS = ['streamer', 'racer'] as const
export type EntryKind = (typeof ENTRY_KINDS)[number]
const kind = z.enum(ENTRY_KINDS)

/** `asked`: a streamer waits for an organiser's answer. */
const state = z.enum(['asked', 'entered'])

const Streamer = z.object({ ...userNames, page: PageAddress })

export const listEntrants = endpoint({
  noun: 'events',
  method: 'GET',
  access: 'anyone',
  rateLimit: 'show',
  scope: 'read:events',
  path: '/api/leagues/:token/entrants',
  params: tokenParams,
  errors: [404],
  summary: 'Who has entered a league',
  response: z.object({
    /** In the order of their names. */
    streamers: z.array(Streamer),
    /** How many more streamers have hidden their names. */
    hiddenStreamers: z.number(),
    /** null: everybody may race. */
    racers: z.nullable(
      z.object({
        /** At most NAMED_ENTRANTS, in the order of their names. */
        named: z.array(z.object(racerLabel)),
        /** How many more show their names. */
        others: z.number(),
        hidden: z.number(),
      }),
    ),
  }),
})

const ownEntry = { id: z.number(), kind, state }

const byToken = {
  noun: 'events',
  access: 'user',
  path: '/api/leagues/:token/entry',
  params: tokenParams,
} as const

export const getOwnEntry = endpoint({
  ...byToken,
  method: 'GET',
  errors: [404],
  summary: 'How the caller has entered a league, and how they can',
  response: z.object({
    /** They have a channel. */
    canStream: z.boolean(),
    /** Only racers who have entered count. */
    isForEntrants: z.boolean(),
    /** They have hidden their name, so others see only that there is one more. */
    isHidden: z.boolean(),
    entries: z.array(z.object(ownEntry)),
  }),
})

export const enterLeague = endpoint({
  ...byToken,
  method: 'POST',
  rateLimit: 'events',
  errors: [404, 409],
  summary:
    'Enters a league: a streamer asks its organisers, a racer is in it from the next round that opens',
  body: z.strictObject({ kind }),
  response: done,
})

export const listOwnEntries = endpoint({
  noun: 'events',
  method: 'GET',
  path: '/api/events/own-entries',
  access: 'user',
  summary: 'The leagues that the caller has entered or asked to enter, by name',
  response: z.array(
    z.object({
      ...ownEntry,
      league: z.string(),
      /** Opens its public page; null: it has none any more. */
      token: z.nullable(z.string()),
    }),
  ),
})

export const withdrawEntry = endpoint({
  noun: 'events',
  method: 'DELETE',
  path: '/api/events/own-entries/:id',
  access: 'user',
  rateLimit: 'events',
  summary:
    'The caller withdraws from a league; a streamer also leaves its rounds that have not opened',
  params: idParams,
  errors: [404],
  response: done,
})

const ofLeague = { noun: 'events', access: 'user', params: idParams, errors: [404] } as const

export const listEntries = endpoint({
  ...ofLeague,
  method: 'GET',
  path: '/api/events/series/:id/league/entries',
  rateLimit: 'search',
  summary: 'Who has entered a league or asked to, for its organisers',
  response: z.union([
    z.object({
      /** Those who ask, the first first; then those who have entered, by name. */
      streamers: z.array(z.extend(Streamer, { id: z.number(), state })),
      racers: z.array(z.object({ id: z.number(), ...racerLabel })),
      hiddenRacers: z.number(),
    }),
    Unauthorized,
  ]),
})
export type Entries = z.infer<(typeof listEntries)['response']>

const ofEntry = {
  ...ofLeague,
  params: z.object({ id: numberInAddress, entryId: numberInAddress }),
  path: '/api/events/series/:id/league/entries/:entryId',
  rateLimit: 'events',
} as const

export const confirmEntry = endpoint({
  ...ofEntry,
  method: 'PUT',
  summary: 'Lets a streamer into a league, and into its rounds that have not opened',
  errors: [404, 409, 422, 429],
  response: z.union([done, Unauthorized]),
})

export const removeEntry = endpoint({
  ...ofEntry,
  method: 'DELETE',
  summary: 'Declines a streamer who asks, or ends an entry, for organisers',
  response: z.union([done, Unauthorized]),
})
