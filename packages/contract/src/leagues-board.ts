/** The first rows of a league's table, for overlays and for pages of other sites. */
import * as z from 'zod/mini'
import { Division, divisionAsked } from './divisions.ts'
import { endpoint } from './endpoint.ts'
import { rowLabel } from './league-rows.ts'
import { tokenParams } from './show-links.ts'

/** How many rows an overlay or an embed may draw. */
export const LEAGUE_BOARD_ROWS = 50

export const LEAGUE_BOARDS = ['racers', 'teams'] as const
export type LeagueBoard = (typeof LEAGUE_BOARDS)[number]

export const getLeagueBoard = endpoint({
  noun: 'events',
  method: 'GET',
  access: 'anyone',
  rateLimit: 'show',
  scope: 'read:events',
  path: '/api/leagues/:token/board',
  summary: "The first rows of a league's table, of its racers, of a division, or of its teams",
  params: tokenParams,
  query: z.strictObject({ of: z._default(z.enum(LEAGUE_BOARDS), 'racers'), ...divisionAsked }),
  response: z.object({
    league: z.string(),
    /** How many rounds the league has, and how many of them count. */
    rounds: z.number(),
    played: z.number(),
    /** Whether it has teams, too. */
    hasTeams: z.boolean(),
    divisions: z.array(Division),
    /** Whose table it is; null: everybody's, or the teams'. */
    division: z.nullable(z.string()),
    /** Whether any total of the whole table has decimals. */
    hasDecimals: z.boolean(),
    rows: z.array(
      z.object({
        /** The same in later answers, as long as the row is in the same place. */
        id: z.string(),
        /** null: below the ranked rows, because rounds are missing. */
        rank: z.nullable(z.number()),
        /** A team's name, and the colour of its marble, too. */
        ...rowLabel,
        points: z.number(),
      }),
    ),
  }),
  errors: [404],
})
