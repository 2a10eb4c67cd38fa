import { getTeamByLink, getTeams, listOwnTeams } from '@rollcall/contract/teams'
import type { AppContext } from '../../../../edge/app-context.ts'
import type { Serve } from '../../../../edge/serve-endpoint.ts'
import { UNAUTHORIZED } from '../../refusals.ts'
import { findLeague } from '../find-league.ts'
import type { LeagueTables } from '../kept-tables.ts'
import { listRounds } from '../rounds.ts'
import { isStreamerOf } from '../row-kinds.ts'
import { serveChangeTeams } from './change-team.ts'
import { serveMemberships } from './memberships.ts'
import { findOwnTeams } from './own-teams.ts'
import { findLinked, findTeam, listTeams } from './read-teams.ts'
import { rankTeams } from './team-table.ts'

export function serveTeams(serve: Serve, context: AppContext, tables: LeagueTables): void {
  const { db, now } = context

  serve(getTeams, async ({ caller, params }) => {
    const seriesId = params.id
    const { rules, maySee, canEdit } = await findLeague(db, { seriesId, viewer: caller })
    if (!maySee) {
      return UNAUTHORIZED
    }
    if (!rules?.teams) {
      return { canEdit, rules: null, rounds: [], teams: [] }
    }
    const rounds = await listRounds(db, { seriesId, now: now() })
    const results = await tables.get(rules, rounds)
    const teams = await listTeams(db, seriesId, { userId: caller.userId, canEdit })
    return {
      canEdit,
      rules: rules.teams,
      rounds: results.rounds.map(({ eventId }) => eventId),
      teams: await rankTeams(db, teams, { rules, results }),
    }
  })

  serve(getTeamByLink, async ({ caller, params }) => {
    const { id, rules, isOfStreamers, ...league } = await findLinked(db, params.token)
    const { canEdit } = await findLeague(db, { seriesId: league.seriesId, viewer: caller })
    const asker = { seriesId: league.seriesId, userId: caller.userId }
    const [team, { otherTeam, isHidden }, mayJoin] = await Promise.all([
      findTeam(db, id, { userId: caller.userId, canEdit }),
      findAsker(context, { teamId: id, ...asker }),
      isOfStreamers ? isStreamerOf(db, asker) : true,
    ])
    return { ...league, rules, team, otherTeam, mayJoin, isHidden: isHidden && !isOfStreamers }
  })

  serve(listOwnTeams, ({ caller }) => findOwnTeams(db, caller.userId))

  serveChangeTeams(serve, context)
  serveMemberships(serve, context)
}

async function findAsker(
  { db }: Pick<AppContext, 'db'>,
  { teamId, seriesId, userId }: { teamId: number; seriesId: number; userId: number },
): Promise<{ otherTeam: string | null; isHidden: boolean }> {
  const person = await db
    .selectFrom('users as person')
    .select((query) => [
      'person.hides_name_since as hiddenSince',
      query
        .selectFrom('team_members as member')
        .innerJoin('teams as team', 'team.id', 'member.team_id')
        .select('team.name')
        .where('member.series_id', '=', seriesId)
        .where('member.team_id', '<>', teamId)
        .where('member.left_at', 'is', null)
        .whereRef('member.user_id', '=', 'person.id')
        .as('otherTeam'),
    ])
    .where('person.id', '=', userId)
    .executeTakeFirstOrThrow()
  return { otherTeam: person.otherTeam, isHidden: person.hiddenSince !== null }
}
