import { listPublicTeams } from '@rollcall/contract/leagues-teams'
import type { AppContext } from '../../../../edge/app-context.ts'
import type { Serve } from '../../../../edge/serve-endpoint.ts'
import type { PublicLeagues } from '../public-leagues.ts'
import { listTeams } from './read-teams.ts'
import { rankTeams } from './team-table.ts'

/** Nobody: the answer is the same for everybody. */
const NOBODY = { userId: 0, canEdit: false }

export function servePublicTeams(serve: Serve, { db }: AppContext, leagues: PublicLeagues): void {
  serve(listPublicTeams, async ({ params }) => {
    const { id, rules, table } = await leagues.get(params.token)
    if (!rules.teams) {
      return { teams: [] }
    }
    const teams = await rankTeams(db, await listTeams(db, id, NOBODY), { rules, results: table })
    const tokens = await db
      .selectFrom('teams')
      .select(['id', 'token'])
      .where('series_id', '=', id)
      .execute()
    const tokenOf = new Map(tokens.map((team) => [team.id, team.token]))
    return {
      teams: teams.flatMap(({ own: _, deciding: __, ...team }) => {
        const token = tokenOf.get(team.id)
        // It has been deleted meanwhile.
        return token === undefined ? [] : [{ ...team, token }]
      }),
    }
  })
}
