/** A league's page, for anyone with its address. */
import * as z from 'zod/mini'
import { DivisionOfLeague, divisionAsked } from './divisions.ts'
import { endpoint, exportFormat, PageAddress, pageNumber, searchText } from './endpoint.ts'
import { rowLabel } from './league-rows.ts'
import { ChannelOfRound } from './league-runs.ts'
import { LeagueRow, LeagueRules, Round, RuleChange } from './leagues.ts'
import { PublicPrizes } from './leagues-prizes.ts'
import { tokenParams } from './show-links.ts'

/** How many of those who share a first rank are named. */
export const NAMED_WINNERS = 3

const byToken = {
  noun: 'events',
  method: 'GET',
  access: 'anyone',
  rateLimit: 'show',
  params: tokenParams,
  errors: [404],
} as const

const racers = {
  /** At most NAMED_WINNERS. */
  racers: z.array(z.object(rowLabel)),
  /** How many there are. */
  count: z.number(),
}

const PublicRound = z.extend(Round, {
  /** Opens the round's own page; null: it has none for everybody. */
  token: z.nullable(z.string()),
  /**
   * Who runs it, the earliest announced first, until it is final: those who have announced when, and of a round with a page of its own
   * everybody.
   */
  channels: z.array(ChannelOfRound),
  /** The first of a round that counts; otherwise null. */
  winners: z.nullable(z.object({ ...racers, points: z.number() })),
})
export type PublicRound = z.infer<typeof PublicRound>

export const getPublicLeague = endpoint({
  ...byToken,
  scope: 'read:events',
  path: '/api/leagues/:token',
  summary: "A league's rules, its rounds, who has won those that count, and who leads",
  response: z.object({
    name: z.string(),
    organiser: z.object({ username: z.string(), page: PageAddress }),
    rules: LeagueRules,
    /** The season is over, so that those who lead are its champions. */
    isFinished: z.boolean(),
    /** The earliest first. */
    ruleChanges: z.array(RuleChange),
    /** In their order. */
    divisions: z.array(DivisionOfLeague),
    /** In the organiser's order. */
    rounds: z.array(PublicRound),
    /** null: nobody has a rank yet. */
    lead: z.nullable(
      z.object({
        ...racers,
        total: z.number(),
        /** The row with the next rank, and how many points it is behind; null: there is none. */
        next: z.nullable(z.object({ ...rowLabel, behind: z.number() })),
      }),
    ),
    /** null: there are none, or no round counts yet. */
    prizes: z.nullable(PublicPrizes),
    /** How many rows the table has. */
    total: z.number(),
  }),
})
export type PublicLeague = z.infer<typeof getPublicLeague.response>

const LeaguePlace = z.object({
  row: LeagueRow,
  /** A page of LEAGUE_PAGE_SIZE rows. */
  page: z.number(),
  /** The nearest row with a better rank, and with a lower one; null: there is none. */
  above: z.nullable(LeagueRow),
  below: z.nullable(LeagueRow),
})
export type LeaguePlace = z.infer<typeof LeaguePlace>

export const listPublicLeagueRows = endpoint({
  ...byToken,
  scope: 'read:events',
  path: '/api/leagues/:token/rows',
  summary: "A page of a league's table, with ranks in the whole table",
  query: z.strictObject({
    page: pageNumber,
    /** Part of a racer's name, compared as by `foldName`. */
    search: searchText,
    ...divisionAsked,
  }),
  response: z.object({
    rows: z.array(LeagueRow),
    total: z.number(),
    totalPages: z.number(),
    /** The place of the only racer who was found, or of the only one with exactly this name; otherwise null. */
    found: z.nullable(LeaguePlace),
  }),
})

export const findOwnLeagueRow = endpoint({
  ...byToken,
  access: 'user',
  path: '/api/leagues/:token/own',
  summary: "The caller's own row, and those next to it",
  query: z.strictObject(divisionAsked),
  response: z.object({
    /** null: the caller is not in the table. */
    own: z.nullable(LeaguePlace),
    /** What organisers wrote to the caller, who is disqualified; null: nothing. */
    note: z.nullable(z.string()),
  }),
})

export const LeagueFileRow = z.extend(
  z.omit(LeagueRow, { id: true, decided: true, channel: true, team: true }),
  {
    /** The division that the row is in now; absent: it is in none. */
    division: z.optional(z.string()),
  },
)

export type LeagueFileRow = z.infer<typeof LeagueFileRow>

export const exportPublicLeague = endpoint({
  ...byToken,
  scope: 'read:events',
  path: '/api/leagues/:token/export',
  rateLimit: 'exports',
  summary:
    "A league's table as a file; in CSV, each round that counts has two columns: what it gave, or DSQ for a disqualification, and 1 or 0, whether that counts",
  query: z.strictObject({ search: searchText, ...divisionAsked, ...exportFormat }),
  response: z.array(LeagueFileRow),
  sendsFile: true,
})
