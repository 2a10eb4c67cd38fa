/** Leagues: series whose rounds are added up by rules. docs/scoring.md, Leagues */
import { ADJUSTMENT_REASONS } from '@rollcall/scoring/adjustments'
import { FAIR_GAMES, MOST_FAIR_GAMES } from '@rollcall/scoring/fair-points'
import { fromHundredths, toHundredths } from '@rollcall/scoring/points'
import { TIE_RULES } from '@rollcall/scoring/ties'
import * as z from 'zod/mini'
import { Division, DivisionOfLeague, divisionAsked } from './divisions.ts'
import {
  done,
  endpoint,
  eventDays,
  id,
  idParams,
  numberInAddress,
  pageNumber,
  plannedShow,
  searchText,
} from './endpoint.ts'
import { MAX_SERIES_EVENTS, Unauthorized } from './events.ts'
import { RowRules, rowLabel } from './league-rows.ts'
import { cellTerms, leagueTerms } from './league-terms.ts'
import { Prescription } from './leagues-prescribed.ts'
import { RowTeam } from './row-team.ts'
import { TeamRules } from './team-rules.ts'

export const LEAGUE_PAGE_SIZE = 25
/** The first rows of what is only tried or proposed. */
export const PREVIEW_ROWS = 10
export const MAX_PAID_PLACES = 100
const MAX_PLACE_POINTS = 1_000_000
export const MAX_MULTIPLIER = 100
/** How long a round can be objected to before it is final, unless its league says otherwise. */
export const OBJECTION_HOURS = 48
const MAX_OBJECTION_HOURS = 14 * 24
/** For how many days an objection without an answer can hold up a round. */
export const OBJECTION_HOLDS_DAYS = 14
export const MAX_REASON_LENGTH = 200
/** How long after the last round's days a sealed table waits for its show. */
export const TABLE_SEALED_DAYS = 7

const reason = z.string().check(z.trim(), z.minLength(1), z.maxLength(MAX_REASON_LENGTH))
const rounds = z.int().check(z.gte(0), z.lte(MAX_SERIES_EVENTS))
const twoDecimals = z.refine<number>((number) => fromHundredths(toHundredths(number)) === number)
const points = z.number().check(z.gte(-MAX_PLACE_POINTS), z.lte(MAX_PLACE_POINTS), twoDecimals)

const rules = z.strictObject({
  points: z.union([
    /** What the round's board says. */
    z.strictObject({ kind: z.literal('event') }),
    /** For each rank on it, from the first. */
    z.strictObject({
      kind: z.literal('places'),
      table: z.array(points).check(z.minLength(1), z.maxLength(MAX_PAID_PLACES)),
    }),
    /** Which part of each game's marbles a racer had behind them, in their first games on all channels. */
    z.strictObject({
      kind: z.literal('fair'),
      games: z._default(z.int().check(z.gte(1), z.lte(MOST_FAIR_GAMES)), FAIR_GAMES),
    }),
  ]),
  /** How many of a row's worst results do not count after 1, 2, 3 … rounds; the last number holds on. */
  drops: z.array(rounds).check(
    z.maxLength(MAX_SERIES_EVENTS),
    z.refine((drops) => drops.every((count, index) => count <= index), {
      error: 'After each round, at least one result must count.',
    }),
    z.refine((drops) => drops.every((count, index) => count >= (drops[index - 1] ?? 0)), {
      error: 'A result that is left out stays so.',
    }),
  ),
  minimumRounds: rounds,
  /** What decides between equal totals, in order; without any, they share a rank. */
  ties: z
    .array(z.enum(TIE_RULES))
    .check(z.refine((ties) => new Set(ties).size === ties.length, { error: 'Each rule once.' })),
  /** What a round's points are multiplied by; all others by 1. */
  multipliers: z
    .array(
      z.strictObject({
        eventId: id,
        times: z.number().check(z.gte(0), z.lte(MAX_MULTIPLIER), twoDecimals),
      }),
    )
    .check(z.maxLength(MAX_SERIES_EVENTS)),
  /** After how many hours a provisional round is final. */
  objectionHours: z._default(z.int().check(z.gte(0), z.lte(MAX_OBJECTION_HOURS)), OBJECTION_HOURS),
  /** null or absent: the league has no teams. */
  teams: z.optional(z.nullable(TeamRules)),
  /** Whether the last round counts in the table only once a show of the table has revealed it. Absent: no. */
  isShowSealed: z.optional(z.boolean()),
  ...leagueTerms,
  /** null or absent: rows are racers, who have the sum of all their channels. */
  rows: z.optional(z.nullable(RowRules)),
  /** Only racers who had entered when a round opened count in it. */
  entrants: z.optional(z.boolean()),
})

export const LeagueRules = rules.check(
  z.refine(({ points: given, rows }) => given.kind !== 'fair' || rows?.kind !== 'racers', {
    path: ['rows'],
    error: 'Fair points count the games of all channels.',
  }),
)
export type LeagueRules = z.infer<typeof LeagueRules>

/** A round of the series, in its order. */
export const Round = z.object({
  eventId: z.number(),
  name: z.string(),
  ...eventDays,
  ...plannedShow,
  /**
   * `waiting`: it is over, and its results are not open yet, or there are none. The table has `provisional` rounds, whose
   * results may change, and `final` ones, whose results change only by revisions.
   */
  state: z.enum(['planned', 'open', 'waiting', 'provisional', 'final', 'voided']),
  /** Since when it is final, or from when a provisional round will be. */
  finalAt: z.nullable(z.string()),
  /** It would be provisional, but the league's table keeps it for the table's own show. */
  waitsForTable: z.optional(z.boolean()),
  /** Why it was voided. */
  voidedReason: z.nullable(z.string()),
  /** What was changed since it became final. */
  revisions: z.array(z.object({ number: z.number(), at: z.string(), reason: z.string() })),
  /** How many objections nobody has answered yet. They hold up a provisional round. */
  openObjections: z.number(),
  /** Whether its organiser has said that everybody has raced, before its days were over. */
  hasEnded: z.boolean(),
  /** Which games count; null: all that are rankable. */
  prescription: z.nullable(Prescription),
  /** What its organisers say about it that nothing checks, such as laps; null: nothing. */
  announcement: z.nullable(z.string()),
  /** Of a final round, for organisers: its event has other results now, which they have neither published nor declined. */
  hasProposal: z.boolean(),
})
export type Round = z.infer<typeof Round>
/** How the rules were before they were changed, once a round had counted. */
export const RuleChange = z.object({
  at: z.string(),
  /** Given once a round is final. */
  reason: z.nullable(z.string()),
  before: LeagueRules,
})
export type RuleChange = z.infer<typeof RuleChange>

/** The table has its results. */
export const hasCounted = ({ state }: Pick<Round, 'state'>): boolean =>
  state === 'provisional' || state === 'final'

export const Cell = z.object({
  /** null: did not race, or was disqualified. */
  rank: z.nullable(z.number()),
  /** Without adjustments. */
  points: z.number(),
  /** Where fair points count, the event points of the round's board, without adjustments; otherwise absent. */
  eventPoints: z.optional(z.number()),
  /** What organisers have added after the multiplier; below 0 for penalties. */
  adjustment: z.number(),
  ...cellTerms,
  /** The points times the multiplier, the adjustment and the bonus. */
  value: z.number(),
  isDropped: z.boolean(),
  isDisqualified: z.boolean(),
})

export const LeagueRow = z.object({
  /** Its position in the whole table. */
  id: z.string(),
  ...rowLabel,
  /** The division that it is in now, and for organisers its membership; absent: it is in none. */
  division: z.optional(z.extend(Division, { memberId: z.optional(z.number()) })),
  /** The team that the racer is in now. */
  team: z.optional(RowTeam),
  /** null: below the ranked rows, because `missing` rounds are missing. */
  rank: z.nullable(z.number()),
  missing: z.number(),
  /** Why it is disqualified from the whole league: then it has no rank, below all others. */
  disqualified: z.nullable(z.enum(ADJUSTMENT_REASONS)),
  total: z.number(),
  rounds: z.number(),
  /** One for each round that counts. */
  cells: z.array(Cell),
  /** What put it ahead of the row below it, if their totals are equal. */
  decided: z.nullable(
    z.object({
      rule: z.enum(TIE_RULES),
      /** The name of the row below. */
      over: z.string(),
      own: z.number(),
      other: z.number(),
      at: z.nullable(z.number()),
    }),
  ),
})
export type LeagueRow = z.infer<typeof LeagueRow>

const ofSeries = {
  noun: 'events',
  access: 'user',
  params: idParams,
  errors: [404],
} as const

export const getLeague = endpoint({
  ...ofSeries,
  method: 'GET',
  path: '/api/events/series/:id/league',
  rateLimit: 'search',
  summary: "A series' rules and table, for those who may see the series",
  query: z.strictObject({ page: pageNumber, search: searchText, ...divisionAsked }),
  response: z.union([
    z.object({
      canEdit: z.boolean(),
      /** null: the series has no table. */
      rules: z.nullable(LeagueRules),
      /** In their order. */
      divisions: z.array(DivisionOfLeague),
      /** The earliest first. */
      ruleChanges: z.array(RuleChange),
      /** In the address of its public page; null: it has none, or the caller may not change it. */
      publicToken: z.nullable(z.string()),
      /** Since when its organiser says that no further round comes; null: some may. */
      finishedAt: z.nullable(z.string()),
      rounds: z.array(Round),
      rows: z.array(LeagueRow),
      /** How many rows all pages have. */
      total: z.number(),
      totalPages: z.number(),
    }),
    Unauthorized,
  ]),
})

export const setLeagueRules = endpoint({
  ...ofSeries,
  method: 'PUT',
  path: '/api/events/series/:id/league',
  rateLimit: 'events',
  summary: 'Makes a series a league, changes its rules, or with null makes it a series again',
  body: z.strictObject({
    rules: z.nullable(LeagueRules),
    /** For everybody; needed once a round is final. */
    reason: z.optional(reason),
  }),
  errors: [404, 409, 422],
  response: z.union([done, Unauthorized]),
})

const ofRound = {
  ...ofSeries,
  params: z.object({ id: numberInAddress, eventId: numberInAddress }),
  errors: [404, 409],
} as const

export const changeRound = endpoint({
  ...ofRound,
  method: 'PUT',
  path: '/api/events/series/:id/league/rounds/:eventId',
  rateLimit: 'events',
  summary: 'Ends a round early, makes it final, or voids it',
  errors: [...ofRound.errors, 422, 503],
  body: z.union([
    /** Everybody has raced, although its days are not over; or not everybody has. */
    z.strictObject({ to: z.enum(['ended', 'running']) }),
    z.strictObject({ to: z.literal('voided'), reason }),
    /** No longer voided. */
    z.strictObject({ to: z.literal('counting') }),
    z.strictObject({ to: z.literal('final') }),
  ]),
  response: z.union([done, Unauthorized]),
})

const ProposedResult = z.object({
  rank: z.number(),
  points: z.number(),
  /** What the rules add. */
  bonus: z.number(),
  isDisqualified: z.boolean(),
})

/** A row of a board as it is and as it would be. */
export const ProposedRow = z.object({
  ...rowLabel,
  /** On the round's board; null: not on it. */
  before: z.nullable(ProposedResult),
  after: z.nullable(ProposedResult),
})

export type ProposedRow = z.infer<typeof ProposedRow>

const MovedRow = z.object({
  ...rowLabel,
  /** In the table; null: without a rank, or not in it. */
  before: z.nullable(z.number()),
  after: z.nullable(z.number()),
})

export const getRoundProposal = endpoint({
  ...ofRound,
  method: 'GET',
  path: '/api/events/series/:id/league/rounds/:eventId/proposal',
  rateLimit: 'search',
  summary:
    "What a final round's results would be now, and who would move in the table, for its organisers",
  response: z.union([
    z.object({
      /** To decide about just this; null: nothing has changed. */
      seen: z.nullable(z.string()),
      /** The first rows of the board that change. */
      rows: z.array(ProposedRow),
      /** How many rows change. */
      total: z.number(),
      /** The first who move in the table. */
      moved: z.array(MovedRow),
    }),
    Unauthorized,
  ]),
})

export const decideRoundProposal = endpoint({
  ...ofRound,
  method: 'POST',
  path: '/api/events/series/:id/league/rounds/:eventId/proposal',
  rateLimit: 'events',
  summary:
    'Publishes the present results of a final round as a revision, or keeps those that it has',
  errors: [...ofRound.errors, 422, 503],
  body: z.union([
    z.strictObject({ decision: z.literal('publish'), seen: z.string(), reason }),
    z.strictObject({ decision: z.literal('decline'), seen: z.string() }),
  ]),
  response: z.union([done, Unauthorized]),
})

export const makeLeagueLink = endpoint({
  ...ofSeries,
  method: 'POST',
  path: '/api/events/series/:id/link',
  rateLimit: 'events',
  summary: "Makes a new address for a league's public page; the old one stops working",
  response: z.union([z.object({ token: z.string() }), Unauthorized]),
  errors: [404, 422],
})

export const removeLeagueLink = endpoint({
  ...ofSeries,
  method: 'DELETE',
  path: '/api/events/series/:id/link',
  summary: 'Takes the public page of a league away',
  response: z.union([done, Unauthorized]),
})
