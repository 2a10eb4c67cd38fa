/** An event's boards, complete or page by page, and where a row's points come from. */
import { ADJUSTMENT_KINDS, ADJUSTMENT_REASONS } from '@rollcall/scoring/adjustments'
import { TERM_KINDS } from '@rollcall/scoring/explanation'
import { ROUND_OUTCOMES } from '@rollcall/scoring/round-term'
import * as z from 'zod/mini'
import {
  displayName,
  endpoint,
  exportFormat,
  idParams,
  idText,
  MAX_RACER_NAME_LENGTH,
  numberInAddress,
  racerLabel,
  reading,
} from './endpoint.ts'
import { Unauthorized } from './events.ts'
import { ShowView } from './show-view.ts'

/** A racer's row on one streamer's board. `null` means unknown and is shown as a dash. */
export const EventBoardRow = z.object({
  id: z.string(),
  ...racerLabel,
  /** The `display_name` on the board of All Streamers, if it differs there. */
  merged_name: z.optional(z.string()),
  event_points: z.number(),
  race_points: z.nullable(z.number()),
  race_wins: z.number(),
  race_races: z.number(),
  race_hs: z.nullable(z.number()),
  br_points: z.nullable(z.number()),
  br_wins: z.number(),
  br_races: z.number(),
  br_hs: z.nullable(z.number()),
  kills: z.nullable(z.number()),
  eliminations: z.nullable(z.number()),
  crown_wins: z.number(),
})
export type EventBoardRow = z.infer<typeof EventBoardRow>

/** Leaves out the fields that other servers may not send. */
const ReadRow = z.extend(z.omit(EventBoardRow, { id: true }), {
  display_name: z.catch(EventBoardRow.shape.display_name, undefined),
  merged_name: z.catch(EventBoardRow.shape.merged_name, undefined),
  color: z.catch(EventBoardRow.shape.color, undefined),
})

export const EventBoard = z.object({
  userId: z.number(),
  username: z.string(),
  display_name: displayName,
  /** docs/scoring.md, What counts in an event. */
  source: z.enum(['snapshot', 'games', 'handover']),
  /** In no particular order; ranks are computed from the rows. */
  leaderboard: z.array(EventBoardRow),
})
export type EventBoard = z.infer<typeof EventBoard>

/** What those who may not see sealed results get instead of boards until a sealed event's show is over. */
const SealedBoards = z.object({ isSealed: z.literal(true), view: ShowView })

/** Disqualified rows share the rank below all others, which is never on the podium. */
export const disqualified = { is_disqualified: z.optional(z.literal(true)) } as const

/** A row of a board with its rank. */
export const RankedBoardRow = z.extend(z.omit(EventBoardRow, { merged_name: true }), {
  /** Racers with equal points share it. */
  rank: z.number(),
  ...disqualified,
})

/** A page of one board, ranked. */
export const EventBoardPage = z.object({
  /** The streamer whose board it is; null for all streamers together. */
  userId: z.nullable(z.number()),
  /** The streamers who have results. */
  streamers: z.array(z.omit(EventBoard, { leaderboard: true })),
  /** How many rows all pages of the board have. */
  rowCount: z.number(),
  /** Whether any row of any streamer has event points with decimals. */
  hasDecimals: z.boolean(),
  page: z.number(),
  totalPages: z.number(),
  rows: z.array(RankedBoardRow),
})
export type EventBoardPage = z.infer<typeof EventBoardPage>

const StreamerChoice = z.union([z.literal(['all', 'own']), numberInAddress])

export const getEventLeaderboard = endpoint({
  noun: 'events',
  method: 'GET',
  path: '/api/events/get-leaderboard/:id',
  access: 'user',
  scope: 'read:own-events',
  summary:
    "An event's boards, one for each streamer with results, or a ranked page of one; for creator, participants and admins, and for racers on an open board",
  params: idParams,
  query: z.strictObject({
    /** A page of 100 rows, from 1. Without it: every row of every streamer, not ranked. */
    page: z.optional(numberInAddress),
    /**
     * The streamer whose board it is. For `own`, or if the streamer has no results: the caller's own board if it has
     * rows, otherwise `all`.
     */
    streamer: z._default(StreamerChoice, 'own'),
  }),
  response: z.union([z.array(EventBoard), EventBoardPage, SealedBoards, Unauthorized]),
  reads: z.union([
    z.array(
      z.extend(reading(EventBoard, ['userId', 'username']), {
        leaderboard: z.array(ReadRow),
      }),
    ),
    z.extend(EventBoardPage, { rows: z.array(z.omit(RankedBoardRow, { id: true })) }),
    SealedBoards,
  ]),
  errors: [404],
})

/** One reason why points were given. docs/scoring.md, Explanations. */
export const ExplanationTerm = z.object({
  kind: z.enum(TERM_KINDS),
  /** Only for `position`. */
  position: z.optional(z.number()),
  count: z.number(),
  /** Points for one; missing for `uploaded`, `adjusted` and `round`. */
  each: z.optional(z.number()),
  /** Only for `adjusted`. */
  adjustment: z.optional(z.enum(ADJUSTMENT_KINDS)),
  reason: z.optional(z.enum(ADJUSTMENT_REASONS)),
  /** Only for `round`: its name, what became of it, the rank in it, and what it gave, counted or not. */
  round: z.optional(z.string()),
  outcome: z.optional(z.enum(ROUND_OUTCOMES)),
  place: z.optional(z.nullable(z.number())),
  value: z.optional(z.number()),
  /** Of an adjustment that gives a bonus of the event's league, its name. */
  bonus: z.optional(z.string()),
  points: z.number(),
  /** The same in plain words. */
  text: z.string(),
})
export type ExplanationTerm = z.infer<typeof ExplanationTerm>

export const explainEventRow = endpoint({
  noun: 'events',
  method: 'GET',
  path: '/api/events/explain-row/:id',
  access: 'user',
  scope: 'read:own-events',
  summary: "Where a racer's points in an event come from",
  params: idParams,
  query: z.strictObject({
    racer: z.string().check(z.minLength(1), z.maxLength(MAX_RACER_NAME_LENGTH)),
    /** One streamer's board; without it, all of them merged. */
    userId: z.optional(idText),
  }),
  response: z.union([z.object({ terms: z.array(ExplanationTerm) }), Unauthorized]),
  errors: [404],
})

/** A row with the reasons for its points. */
export const ExplainedRow = z.object({
  rank: z.number(),
  ...racerLabel,
  event_points: z.number(),
  terms: z.array(ExplanationTerm),
})
export type ExplainedRow = z.infer<typeof ExplainedRow>

/** One reason for a row's points, as a line of a file: a racer has as many lines as reasons. */
export const ExplainedLine = z.object({
  ...z.omit(ExplainedRow, { terms: true }).shape,
  ...ExplanationTerm.shape,
})
export type ExplainedLine = z.infer<typeof ExplainedLine>

/** What the file of an event has: its board, or where the points of each racer come from. */
export const exportContent = {
  content: z._default(z.enum(['board', 'explanations']), 'board'),
  ...exportFormat,
} as const

export const ExportedEventRow = z.omit(RankedBoardRow, { id: true, leads_nowhere: true })

export const exportEventBoard = endpoint({
  noun: 'events',
  method: 'GET',
  path: '/api/events/export/:id',
  access: 'user',
  scope: 'read:own-events',
  rateLimit: 'exports',
  summary:
    'All rows of a board of an event, or the explanations of its points, as a file; for creator, participants and admins, once the board is open to them',
  params: idParams,
  query: z.strictObject({ streamer: z._default(StreamerChoice, 'all'), ...exportContent }),
  response: z.union([z.array(ExportedEventRow), z.array(ExplainedRow)]),
  sendsFile: true,
  errors: [403, 404],
})
