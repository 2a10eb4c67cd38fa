/** What a row of a league is, and what its points of a round are. docs/scoring.md, Leagues, Rows */
import * as z from 'zod/mini'
import { PageAddress, racerLabel } from './endpoint.ts'

export const MAX_BEST_CHANNELS = 100
/** How many rows of a streamer's board count, unless the league says otherwise. */
export const BEST_ROWS = 10
export const MAX_BEST_ROWS = 1_000

const upTo = (most: number) => z.int().check(z.gte(1), z.lte(most))

export const RowRules = z.union([
  /** People, with the points of their best channels. */
  z.strictObject({ kind: z.literal('racers'), bestChannels: upTo(MAX_BEST_CHANNELS) }),
  /** Streamers, with the points of the best rows of their own boards. */
  z.strictObject({
    kind: z.literal('streamers'),
    bestRows: z._default(upTo(MAX_BEST_ROWS), BEST_ROWS),
  }),
])
export type RowRules = z.infer<typeof RowRules>

/** What a league's row is called. */
export const rowLabel = {
  ...racerLabel,
  /** Only of a streamer's row: the address of their channel, which its `racer_name` has too. */
  channel: z.optional(PageAddress),
}
