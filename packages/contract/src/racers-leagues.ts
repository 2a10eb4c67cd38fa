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

const OwnLeague = z.extend(RacedLeague, {
  /** The round that is open, or comes next; null: there is none. */
  next: z.nullable(
    z.object({
      name: z.string(),
      startAt: z.string(),
      endAt: z.string(),
      isOpen: z.boolean(),
      /** Of its public page; null: it has none. */
      token: z.nullable(z.string()),
    }),
  ),
  /** What changed since the caller's last visit; null: nothing, or it is the first. */
  news: z.nullable(
    z.object({
      /** The names of rounds that have begun to count. */
      added: z.array(z.string()),
      /** Those of rounds with a revision. */
      revised: z.array(z.string()),
      /** The caller's rank without the added rounds; null: none, or no round was added. */
      before: z.nullable(z.number()),
    }),
  ),
})
export type OwnLeague = z.infer<typeof OwnLeague>

export const listOwnLeagues = endpoint({
  noun: 'dashboard',
  method: 'GET',
  access: 'user',
  path: '/api/dashboard/leagues',
  rateLimit: 'search',
  summary:
    "The caller's places and teams in running leagues with a public page, their next rounds, and what changed since the last visit",
  response: z.object({ leagues: z.array(OwnLeague) }),
})
