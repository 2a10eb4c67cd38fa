/** The team that a row of a league's table is in, as a name with a colour that leads to its page. */
import * as z from 'zod/mini'
import { TEAM_COLOR_NAMES } from './team-rules.ts'

export const RowTeam = z.object({
  name: z.string(),
  color: z.enum(TEAM_COLOR_NAMES),
  /** Of its page. */
  token: z.string(),
})
export type RowTeam = z.infer<typeof RowTeam>
