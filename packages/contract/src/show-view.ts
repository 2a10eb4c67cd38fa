/** What people may see of an event's show. Of a hidden row, they see only that it is there. */
import { STEP_KINDS } from '@rollcall/scoring/show-steps'
import * as z from 'zod/mini'
import { eventDays, PageAddress, plannedShow, racerLabel } from './endpoint.ts'

/** A hidden row's name is 20 bullets, its points are null, and its rank is its place in the list, even if ranks are shared. */
export const ShowRow = z.object({
  /** Identifies the row within this version, and reveals nothing about the racer. */
  id: z.string(),
  rank: z.number(),
  ...racerLabel,
  event_points: z.nullable(z.number()),
  /** Disqualified rows share the rank below all others, which is never on the podium. */
  is_disqualified: z.optional(z.literal(true)),
  /** Of a league's table: below the ranked rows, because rounds are missing. They share a rank in the same way. */
  is_unranked: z.optional(z.literal(true)),
  /** It has a name that is nobody's, such as a team's. */
  leads_nowhere: z.optional(z.literal(true)),
})
export type ShowRow = z.infer<typeof ShowRow>

/** The most rows that a view has. More rows are on the pages of uncovered rows. */
export const MAX_VIEW_ROWS = 50
/** The most hidden rows among them: those directly above the rank that the show has reached. */
export const MAX_HIDDEN_ROWS = 10

/**
 * `before`: nothing is shown yet. `standings`: the board as it is now, only on the overlay of an event that is not
 * sealed. `reveal`: the rows from the reached rank down are uncovered. `podium`: all rows are uncovered, and the first
 * three ranks are on the podium. `final`: the show is over, and all rows are uncovered.
 */
export const Scene = z.enum(['before', 'standings', 'reveal', 'podium', 'final'])
export type Scene = z.infer<typeof Scene>

/** What a show's board is of: the event's own results, the table of its league, or the league's teams. */
export const BoardOf = z.enum(['event', 'table', 'teams'])
export type BoardOf = z.infer<typeof BoardOf>

/** `username` is the display name if the streamer has one. */
export const ShownStreamer = z.object({
  username: z.string(),
  profileImageUrl: z.nullable(z.string()),
  /** The address of the channel's page; null: nothing was uploaded for it yet. */
  channel: z.nullable(PageAddress),
})

const SideOfDuel = z.object({
  points: z.number(),
  /** The id of its row, once it is uncovered. */
  row: z.optional(z.string()),
})

/** Ranks 1 and 2 against each other, on sides that are drawn by lot. */
export const Duel = z.object({
  /** How many points decide. */
  gap: z.number(),
  /** Missing while only the gap is shown. */
  sides: z.optional(z.tuple([SideOfDuel, SideOfDuel])),
})
export type Duel = z.infer<typeof Duel>

export const ShowView = z.object({
  /** Grows with each move that changes this view. */
  version: z.number(),
  scene: Scene,
  /** Whether the names are invented; only ever true on the stage. */
  isRehearsal: z.boolean(),
  event: z.object({
    name: z.string(),
    ...eventDays,
    ...plannedShow,
    organiser: z.object({ username: z.string(), page: PageAddress }),
    streamers: z.array(ShownStreamer),
  }),
  /** The streamer whose board is shown; null for All Streamers. */
  board: z.nullable(z.object({ username: z.string() })),
  /** Whose table the board is; missing: the event's results. */
  table: z.optional(z.object({ league: z.string(), of: z.enum(['racers', 'teams']) })),
  startRank: z.nullable(z.number()),
  /** Rows with this rank or a higher number are uncovered; null if none or all are. */
  reached: z.nullable(z.number()),
  /** What the last step did; missing if it took something back. */
  step: z.optional(z.enum(STEP_KINDS)),
  /** How long the last step takes, as its kind and rank have it; 0 for viewers, who see what it leads to. */
  blurMs: z.number(),
  /** How many rows the whole board has, including hidden ones; 0 before the show. */
  rowCount: z.number(),
  /** Whether points can have decimals; if so, all rows show two. In standings: whether any row has. */
  hasDecimals: z.boolean(),
  /** A part of the board, the best first: the hidden rows nearest to the reached rank, then uncovered rows. */
  rows: z.array(ShowRow),
  /** Of the next rank, while only its names are hidden: what each of its rows has. */
  held: z.optional(z.array(z.object({ id: z.string(), points: z.number() }))),
  duel: z.optional(Duel),
})
export type ShowView = z.infer<typeof ShowView>
