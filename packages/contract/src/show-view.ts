/** What may be seen of an event's show: hidden rows have left nothing but their rank. */
import * as z from 'zod/mini'
import { eventDays, racerLabel } from './endpoint.ts'

/** A hidden row's name is the reveal's 20 bullets, its points null. */
export const ShowRow = z.object({
  /** Means nothing but this row of this version; says nothing about the racer. */
  id: z.string(),
  rank: z.number(),
  ...racerLabel,
  event_points: z.nullable(z.number()),
})
export type ShowRow = z.infer<typeof ShowRow>

/** How many rows a view holds at most; further ones are in the pages of uncovered rows. */
export const MAX_VIEW_ROWS = 50
/** How many of them may be hidden ones, the nearest above the rank that the show has reached. */
export const MAX_HIDDEN_ROWS = 10

/**
 * `before`: nothing is shown yet. `standings`: how the event stands now, only where it is not sealed and only
 * on the overlay. `reveal`: rows from the reached rank down are uncovered. `podium`: all of them, the first
 * three ranks on stage. `final`: the show is over, all rows are uncovered.
 */
export const Scene = z.enum(['before', 'standings', 'reveal', 'podium', 'final'])
export type Scene = z.infer<typeof Scene>

/** Streamers as they are shown: their display names where they have one. */
const streamer = z.object({ username: z.string(), profileImageUrl: z.nullable(z.string()) })

export const ShowView = z.object({
  /** Grows with each move that this view may show. */
  version: z.number(),
  scene: Scene,
  /** Invented names; only ever on the stage. */
  isRehearsal: z.boolean(),
  event: z.object({
    name: z.string(),
    ...eventDays,
    organiser: z.object({ username: z.string() }),
    streamers: z.array(streamer),
  }),
  /** The streamer whose board it is; null: All Streamers. */
  board: z.nullable(z.object({ username: z.string() })),
  startRank: z.nullable(z.number()),
  /** Rows of this rank and of higher numbers are uncovered; null: none are, or all. */
  reached: z.nullable(z.number()),
  /** How long the blur of what the last move uncovered takes to clear; 0 for viewers, who see it afterwards. */
  blurMs: z.number(),
  /** Of the whole board, hidden ones too; 0 before the show. */
  rowCount: z.number(),
  /** Whether any row of the whole board has points with decimals: then all rows show two. */
  hasDecimals: z.boolean(),
  /** A window of the board, the best first: hidden rows next to the reached rank, and uncovered ones below. */
  rows: z.array(ShowRow),
})
export type ShowView = z.infer<typeof ShowView>
