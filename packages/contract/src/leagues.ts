/** Leagues: series whose rounds are added up by rules. docs/scoring.md, Leagues */
import { fromHundredths, toHundredths } from '@rollcall/scoring/points'
import { TIE_RULES } from '@rollcall/scoring/ties'
import * as z from 'zod/mini'
import {
  done,
  endpoint,
  eventDays,
  id,
  idParams,
  pageNumber,
  racerLabel,
  searchText,
} from './endpoint.ts'
import { MAX_SERIES_EVENTS, Unauthorized } from './events.ts'

export const LEAGUE_PAGE_SIZE = 25
/** The first rows of a table that is only tried. */
export const PREVIEW_ROWS = 10
export const MAX_PAID_PLACES = 100
const MAX_PLACE_POINTS = 1_000_000
export const MAX_MULTIPLIER = 100

const rounds = z.int().check(z.gte(0), z.lte(MAX_SERIES_EVENTS))
const twoDecimals = z.refine<number>((number) => fromHundredths(toHundredths(number)) === number)
const points = z.number().check(z.gte(-MAX_PLACE_POINTS), z.lte(MAX_PLACE_POINTS), twoDecimals)

export const LeagueRules = z.strictObject({
  points: z.union([
    /** What the round's board says. */
    z.strictObject({ kind: z.literal('event') }),
    /** For each rank on it, from the first. */
    z.strictObject({
      kind: z.literal('places'),
      table: z.array(points).check(z.minLength(1), z.maxLength(MAX_PAID_PLACES)),
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
})
export type LeagueRules = z.infer<typeof LeagueRules>

/** A round of the series, in its order. */
const Round = z.object({
  eventId: z.number(),
  name: z.string(),
  ...eventDays,
  /** `counts`: its results are in the table. `waiting`: it is over, and its results are not open yet, or there are none. */
  state: z.enum(['planned', 'open', 'waiting', 'counts']),
})
export type Round = z.infer<typeof Round>

const Cell = z.object({
  /** null: did not race, or was disqualified. */
  rank: z.nullable(z.number()),
  /** Without adjustments. */
  points: z.number(),
  /** What organisers have added after the multiplier; below 0 for penalties. */
  adjustment: z.number(),
  /** The points times the multiplier, and the adjustment. */
  value: z.number(),
  isDropped: z.boolean(),
  isDisqualified: z.boolean(),
})

const LeagueRow = z.object({
  /** Its position in the whole table. */
  id: z.string(),
  ...racerLabel,
  /** null: below the ranked rows, because `missing` rounds are missing. */
  rank: z.nullable(z.number()),
  missing: z.number(),
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
  query: z.strictObject({ page: pageNumber, search: searchText }),
  response: z.union([
    z.object({
      canEdit: z.boolean(),
      /** null: the series has no table. */
      rules: z.nullable(LeagueRules),
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
  summary: 'Makes a series a league, changes its rules, or with null makes it a series again',
  body: z.strictObject({ rules: z.nullable(LeagueRules) }),
  response: z.union([done, Unauthorized]),
})

export const tryLeagueRules = endpoint({
  ...ofSeries,
  method: 'POST',
  path: '/api/events/series/:id/league/try',
  rateLimit: 'search',
  summary: "The first rows of a series' table with other rules, for its creator; stores nothing",
  body: z.strictObject({ rules: LeagueRules }),
  response: z.union([
    z.object({
      rounds: z.array(Round),
      rows: z.array(
        z.extend(LeagueRow, {
          /** With the stored rules; null: without a rank; absent: not in that table, or there are no stored rules. */
          rankBefore: z.optional(z.nullable(z.number())),
        }),
      ),
    }),
    Unauthorized,
  ]),
})
