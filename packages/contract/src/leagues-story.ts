/** How a league's table came to be, for anyone with its address. docs/scoring.md, How the table came to be */
import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { rowLabel } from './league-rows.ts'
import { tokenParams } from './show-links.ts'

/** How many rows, the first of the table, are followed through its rounds. */
export const FOLLOWED_ROWS = 10

/** A row after a round. */
const Standing = z.object({
  /** null: rounds were missing. */
  rank: z.nullable(z.number()),
  total: z.number(),
})

export const getLeagueStory = endpoint({
  noun: 'events',
  method: 'GET',
  access: 'anyone',
  rateLimit: 'show',
  scope: 'read:events',
  path: '/api/leagues/:token/story',
  summary:
    "Where the first rows of a league's table were after each round, who led, and the biggest climb",
  params: tokenParams,
  errors: [404],
  response: z.object({
    /** Those that count, in order. */
    rounds: z.array(
      z.object({
        eventId: z.number(),
        /** Who had the first rank after it; null: nobody had a rank yet. */
        leaders: z.nullable(
          z.object({
            /** At most NAMED_WINNERS. */
            racers: z.array(z.object(rowLabel)),
            count: z.number(),
            total: z.number(),
          }),
        ),
      }),
    ),
    /** At most FOLLOWED_ROWS, in the order of the table. */
    lines: z.array(
      z.object({
        ...rowLabel,
        /** One for each round; null: the row had not raced yet. */
        after: z.array(z.nullable(Standing)),
      }),
    ),
    /** The most ranks that a row gained in a round; null: nobody climbed. Hidden racers are left out. */
    climb: z.nullable(
      z.object({ ...rowLabel, eventId: z.number(), from: z.number(), to: z.number() }),
    ),
  }),
})
export type LeagueStory = z.infer<typeof getLeagueStory.response>
