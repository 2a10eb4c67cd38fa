/** The teams of a league, for anyone with the address of its page. docs/scoring.md, Teams */
import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { tokenParams } from './show-links.ts'
import { TeamRow } from './teams.ts'

export const PublicTeam = z.extend(z.omit(TeamRow, { own: true, deciding: true }), {
  /** Of its page, where people who have signed in ask to join. */
  token: z.string(),
})
export type PublicTeam = z.infer<typeof PublicTeam>

export const listPublicTeams = endpoint({
  noun: 'events',
  method: 'GET',
  access: 'anyone',
  rateLimit: 'show',
  scope: 'read:events',
  path: '/api/leagues/:token/teams',
  summary: "A league's teams with their table and who is in them",
  params: tokenParams,
  errors: [404],
  response: z.object({
    /** In the order of their table; none if the league has no teams. */
    teams: z.array(PublicTeam),
  }),
})
