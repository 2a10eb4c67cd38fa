/** The divisions of a league, as tables and addresses name them. docs/scoring.md, Divisions */
import * as z from 'zod/mini'
import { numberInAddress } from './endpoint.ts'

/** The most divisions of a league. */
export const MAX_DIVISIONS = 10
export const MAX_DIVISION_NAME_LENGTH = 40

export const Division = z.object({
  id: z.number(),
  name: z.string(),
})
export type Division = z.infer<typeof Division>

/** A division with the number of rows that its table has. */
export const DivisionOfLeague = z.extend(Division, { total: z.number() })
export type DivisionOfLeague = z.infer<typeof DivisionOfLeague>

/** In the query of a call, whose table is asked for; absent: the one with everybody. */
export const divisionAsked = { division: z.optional(numberInAddress) } as const
