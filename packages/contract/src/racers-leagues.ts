/** Leagues on the page of a racer. */
import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { racerParams } from './racers.ts'
import { RowTeam } from './row-team.ts'

/** How many leagues are on a racer's page. */
export const RACERS_LEAGUES = 10

const RacedLeague = z.object({
  name: z.string(),
  /** Of its public page. */
  token: z.string(),
  /** null: not in the table. */
  place: z.nullable(
    z.object({
      /** null: rounds are missing, or the row is disqualified from the league. */
      rank: z.nullable(z.number()),
      isDisqualified: z.boolean(),
      missing: z.number(),
      /** How many rows the table has. */
      of: z.number(),
      total: z.number(),
    }),
  ),
  /** The team that they are in now; null: none. */
  team: z.nullable(RowTeam),
})
export type RacedLeague = z.infer<typeof RacedLeague>

export const listRacerLeagues = endpoint({
  noun: 'racers',
  method: 'GET',
  access: 'anyone',
  scope: 'read:racers',
  path: '/api/racers/:platform/:login/leagues',
  rateLimit: 'search',
  summary:
    "A racer's places and teams in leagues with a public page whose season is not finished, the latest first",
  params: racerParams,
  errors: [404],
  response: z.object({ leagues: z.array(RacedLeague) }),
})
