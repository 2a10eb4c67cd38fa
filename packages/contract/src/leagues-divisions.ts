/** Who is in which division of a league, for its organisers. docs/scoring.md, Divisions; docs/decisions/171 */
import * as z from 'zod/mini'
import { MAX_DIVISION_NAME_LENGTH, MAX_DIVISIONS } from './divisions.ts'
import {
  done,
  endpoint,
  id,
  idParams,
  MAX_RACER_NAME_LENGTH,
  numberInAddress,
  pageNumber,
  searchText,
} from './endpoint.ts'
import { Unauthorized } from './events.ts'
import { rowLabel } from './league-rows.ts'

export const DIVISION_PAGE_SIZE = 25
/** The most rows in all divisions of a league together. */
export const MAX_DIVISION_MEMBERS = 2_000
/** The most names that one call puts into a division. */
export const MAX_NAMES_AT_ONCE = 100

const ofSeries = { noun: 'events', access: 'user', params: idParams, errors: [404] } as const
const ofDivision = {
  ...ofSeries,
  params: z.object({ id: numberInAddress, divisionId: numberInAddress }),
} as const

const name = z.string().check(z.trim(), z.minLength(1), z.maxLength(MAX_DIVISION_NAME_LENGTH))

/** In order; those of the league that are not in it are removed. */
export const namedDivisions = z
  .array(
    z.strictObject({
      /** null: a new one. */
      id: z.nullable(id),
      name,
    }),
  )
  .check(
    z.maxLength(MAX_DIVISIONS),
    z.refine(
      (divisions) =>
        new Set(divisions.map((each) => each.name.toLowerCase())).size === divisions.length,
      { error: 'Each division has another name.' },
    ),
  )

/** Of racers, as somebody writes them down. */
export const writtenNames = z
  .array(z.string().check(z.trim(), z.minLength(1), z.maxLength(MAX_RACER_NAME_LENGTH)))
  .check(z.minLength(1), z.maxLength(MAX_NAMES_AT_ONCE))

export const setDivisions = endpoint({
  ...ofSeries,
  method: 'PUT',
  path: '/api/events/series/:id/league/divisions',
  rateLimit: 'events',
  summary: 'Names the divisions of a league, in order; those that are not in the list are removed',
  errors: [404, 422],
  body: z.strictObject({ divisions: namedDivisions }),
  response: z.union([done, Unauthorized]),
})

const Member = z.object({
  id: z.number(),
  ...rowLabel,
  /** The instant from which rounds that open find them in the division. */
  since: z.string(),
})
export type DivisionMember = z.infer<typeof Member>

export const listDivisionMembers = endpoint({
  ...ofDivision,
  method: 'GET',
  path: '/api/events/series/:id/league/divisions/:divisionId/members',
  rateLimit: 'search',
  summary: 'Who is in a division of a league, for those who may edit it',
  query: z.strictObject({ page: pageNumber, search: searchText }),
  response: z.union([
    z.object({
      rows: z.array(Member),
      /** How many rows all pages have. */
      total: z.number(),
      totalPages: z.number(),
    }),
    Unauthorized,
  ]),
})

const moved = z.array(
  z.object({
    /** The membership: the one that began, or in no division, the one that ended. */
    id: z.number(),
    /** The division that the row was in before; null: in none. */
    before: z.nullable(z.number()),
  }),
)

/** Why a name was not put into a division. */
export const NameProblem = z.enum([
  /** Nobody with that name is in the table, or has a page. */
  'unknown',
  /** Several rows of the table have that name. */
  'several',
])
export type NameProblem = z.infer<typeof NameProblem>

export const putIntoDivision = endpoint({
  ...ofDivision,
  method: 'POST',
  path: '/api/events/series/:id/league/divisions/:divisionId/members',
  rateLimit: 'events',
  summary:
    'Puts a row of the table, or racers with these names, into a division from the next round that opens',
  errors: [404, 409],
  body: z.union([
    z.strictObject({
      /** The row as the caller sees it, because the table may change meanwhile. */
      row: z.strictObject({ id: z.string(), racer_name: z.string(), total: z.number() }),
      /** The division whose table the row is in; null: the table with everybody. */
      table: z.nullable(id),
    }),
    z.strictObject({
      names: writtenNames,
    }),
  ]),
  response: z.union([
    z.object({
      /** Those who were not in it before. */
      moved,
      /** The names that were not found, by their index in the list. */
      problems: z.array(z.object({ index: z.number(), problem: NameProblem })),
    }),
    Unauthorized,
  ]),
})

export const moveDivisionMembers = endpoint({
  ...ofSeries,
  method: 'PUT',
  path: '/api/events/series/:id/league/division-members',
  rateLimit: 'events',
  summary:
    'Puts rows that are or were in a division into another one, or into none, from the next round that opens',
  errors: [404, 409],
  body: z.strictObject({
    /** Memberships, also such as have ended. */
    members: z.array(id).check(z.minLength(1), z.maxLength(MAX_NAMES_AT_ONCE)),
    /** null: into none. */
    division: z.nullable(id),
  }),
  response: z.union([z.object({ moved }), Unauthorized]),
})
