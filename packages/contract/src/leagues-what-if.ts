/** What a league's tables would be with other rules or divisions, before they are saved. docs/decisions/182 */
import * as z from 'zod/mini'
import { MAX_DIVISIONS } from './divisions.ts'
import { endpoint, id, idParams } from './endpoint.ts'
import { Unauthorized } from './events.ts'
import { rowLabel } from './league-rows.ts'
import { LeagueRow, LeagueRules, Round } from './leagues.ts'
import { MAX_NAMES_AT_ONCE, namedDivisions, writtenNames } from './leagues-divisions.ts'
import { TeamRow } from './teams.ts'

/** Where a row is in a table. */
const Standing = z.object({ rank: z.nullable(z.number()), total: z.number() })
/** null: not in the table. */
const standings = { before: z.nullable(Standing), after: z.nullable(Standing) } as const

export const MovedRow = z.object({ ...rowLabel, ...standings })
export type MovedRow = z.infer<typeof MovedRow>

const counts = {
  /** How many have another rank, named or not. */
  movedTotal: z.number(),
  /** How many keep their rank with another total. */
  retotalled: z.number(),
} as const

const moves = {
  /** The first with another rank, in the order of the later table. */
  moved: z.array(MovedRow),
  ...counts,
} as const

const table = {
  /** Its first page. */
  rows: z.array(LeagueRow),
  /** How many rows all pages have. */
  total: z.number(),
  ...moves,
} as const

const { id: teamId, name, color, rank, missing, total, rounds, cells, decided } = TeamRow.shape

export const TriedTables = z.object({
  /** As they would be. */
  rounds: z.array(Round),
  /** The rounds whose results are not open yet, and which the caller may include. */
  sealed: z.array(z.number()),
  /** The table with everybody. */
  ...table,
  divisions: z.array(
    z.object({
      /** null: it is new. */
      id: z.nullable(z.number()),
      name: z.string(),
      /** It would be removed, so its table is empty. */
      isRemoved: z.boolean(),
      /** How many would be in it from the next round that opens. */
      members: z.number(),
      ...table,
    }),
  ),
  /** null: the league would have no teams. */
  teams: z.nullable(
    z.object({
      rows: z.array(
        z.object({ id: teamId, name, color, rank, missing, total, rounds, cells, decided }),
      ),
      moved: z.array(z.object({ name, ...standings })),
      ...counts,
    }),
  ),
})
export type TriedTables = z.infer<typeof TriedTables>

export const tryLeague = endpoint({
  noun: 'events',
  method: 'POST',
  path: '/api/events/series/:id/league/try',
  access: 'user',
  rateLimit: 'search',
  summary:
    'What the tables of a series would be, and who would move in them, with rules and divisions that are not saved, for those who may edit it; stores nothing',
  params: idParams,
  body: z.strictObject({
    rules: LeagueRules,
    /** As they would be named; absent: they stay as they are. */
    divisions: z.optional(namedDivisions),
    /** Who would be put into which of them, by its index in the list. Names that are not found are left out. */
    put: z.optional(
      z
        .array(z.strictObject({ index: z.int().check(z.gte(0)), names: writtenNames }))
        .check(z.maxLength(MAX_DIVISIONS)),
    ),
    /** Memberships that would end. */
    takenOut: z.optional(z.array(id).check(z.maxLength(MAX_NAMES_AT_ONCE))),
    /** With the results of rounds that are over and not open yet, as far as the caller may see them. */
    includeSealed: z.optional(z.boolean()),
  }),
  response: z.union([TriedTables, Unauthorized]),
  errors: [404, 409, 422],
})
