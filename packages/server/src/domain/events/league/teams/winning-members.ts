/** Who was in the teams that are first in a league's table of teams. */
import type { LeagueRules } from '@rollcall/contract/leagues'
import type { Db } from '../../../../platform/database/schema.ts'
import type { LeagueTable } from '../kept-tables.ts'
import { findRosters, keyOf, makeTeamTable } from './team-table.ts'

export interface WinningMember {
  teamId: number
  userId: number
  total: number
}

/** Everybody who was in such a team when one of the rounds that count opened; nobody in a league without teams. */
export async function listWinningMembers(
  db: Db,
  seriesId: number,
  { rules, results }: { rules: LeagueRules; results: LeagueTable },
): Promise<WinningMember[]> {
  if (!rules.teams) {
    return []
  }
  const teams = await db
    .selectFrom('teams')
    .select('id')
    .where('series_id', '=', seriesId)
    .orderBy('id')
    .execute()
  const { rows } = await makeTeamTable(db, teams, { rules, results })
  const rosters = await findRosters(db, teams, results)
  return teams.flatMap(({ id }) => {
    const first = rows.find(({ row, rank }) => row === keyOf(id) && rank === 1)
    if (first === undefined) return []
    const members = [...rosters.values()].flatMap((roster) => roster.get(keyOf(id)) ?? [])
    return [...new Set(members)].map((member) => ({
      ...{ teamId: id, userId: Number(member) },
      total: first.total,
    }))
  })
}
