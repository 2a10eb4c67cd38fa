/** What racers see of the events that they raced in: their results, and their own row on an open board. */
import * as z from 'zod/mini'
import {
  endpoint,
  eventDays,
  idParams,
  numberInAddress,
  PageAddress,
  pageNumber,
  userNames,
} from './endpoint.ts'
import { Unauthorized } from './events.ts'
import { OwnAdjustment } from './events-adjustments.ts'
import { disqualified, RankedBoardRow } from './events-boards.ts'

export const MY_RESULTS_PAGE_SIZE = 10

const MyResult = z.object({
  id: z.number(),
  name: z.string(),
  ...eventDays,
  creator: z.object(userNames),
  /** The address of the creator's page as a racer. */
  creatorPage: PageAddress,
  /** Opens its public page; null: it has none. */
  publicToken: z.nullable(z.string()),
  /** On the board of All Streamers. Racers with equal points share a rank. */
  rank: z.number(),
  /** How many racers are on that board. */
  of: z.number(),
  points: z.number(),
  /** Whether any row of the event has points with decimals. */
  hasDecimals: z.boolean(),
  ...disqualified,
  /** Bonuses, penalties and disqualifications of the row. */
  adjustments: z.array(OwnAdjustment),
})
export type MyResult = z.infer<typeof MyResult>

export const listMyResults = endpoint({
  noun: 'events',
  method: 'GET',
  path: '/api/events/my-results',
  access: 'user',
  rateLimit: 'search',
  summary: "The caller's results as a racer in events whose boards are open, newest first",
  query: z.strictObject({ page: pageNumber }),
  response: z.object({ results: z.array(MyResult), totalPages: z.number() }),
})

export const findOwnEventRow = endpoint({
  noun: 'events',
  method: 'GET',
  path: '/api/events/own-row/:id',
  access: 'user',
  rateLimit: 'search',
  summary: "The caller's own row on an event's open board, and those who are next to it",
  params: idParams,
  query: z.strictObject({
    /** The streamer whose board it is. */
    streamer: z._default(z.union([z.literal('all'), numberInAddress]), 'all'),
  }),
  response: z.union([
    z.object({
      /** null: the board is not open, or the caller is not on it. */
      own: z.nullable(
        z.object({
          row: RankedBoardRow,
          /** The first row with the next better rank, and with the next lower; null: there is none. */
          above: z.nullable(RankedBoardRow),
          below: z.nullable(RankedBoardRow),
        }),
      ),
    }),
    Unauthorized,
  ]),
  errors: [404],
})
