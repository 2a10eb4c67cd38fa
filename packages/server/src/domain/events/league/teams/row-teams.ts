/** The teams of racers, beside their rows in a league's table. */
import type { LeagueRow, LeagueRules } from '@rollcall/contract/leagues'
import type { LeaguePlace } from '@rollcall/contract/leagues-public'
import type { RowTeam } from '@rollcall/contract/row-team'
import { sql } from 'kysely'
import type { Db } from '../../../../platform/database/schema.ts'
import type { NamedTable } from '../table.ts'

interface TeamedLeague {
  id: number
  rules: LeagueRules
  table: NamedTable
}

/** The rows with the teams that their racers are in now. Hidden racers are in none, or it would join their rows to a member. */
export async function withTeams<Row extends LeagueRow>(
  db: Db,
  { id, rules, table }: TeamedLeague,
  rows: readonly Row[],
): Promise<Row[]> {
  // The id of a row is its position.
  const userIdOf = (row: Row) =>
    table.owners.get(table.rows[Number(row.id) - 1]?.row ?? '')?.userId ?? null
  const teams = rules.teams
    ? await findTeamsOf(db, { seriesId: id, userIds: rows.flatMap((row) => userIdOf(row) ?? []) })
    : new Map<number, RowTeam>()
  return rows.map((row) => {
    const team = teams.get(userIdOf(row) ?? 0)
    return team === undefined ? row : { ...row, team }
  })
}

/** The same of a place and its neighbours. */
export async function placeWithTeams(
  db: Db,
  league: TeamedLeague,
  place: LeaguePlace | null,
): Promise<LeaguePlace | null> {
  if (place === null) {
    return null
  }
  const shown = [place.row, place.above, place.below].flatMap((row) => row ?? [])
  const teamed = new Map((await withTeams(db, league, shown)).map((row) => [row.id, row]))
  const find = (row: LeagueRow | null) => row && (teamed.get(row.id) ?? row)
  return {
    ...place,
    row: teamed.get(place.row.id) ?? place.row,
    above: find(place.above),
    below: find(place.below),
  }
}

/** By member, the team of the league that they are in now. */
export async function findTeamsOf(
  db: Db,
  { seriesId, userIds }: { seriesId: number; userIds: readonly number[] },
): Promise<ReadonlyMap<number, RowTeam>> {
  if (userIds.length === 0) {
    return new Map()
  }
  const found = await db
    .selectFrom('team_members as member')
    .innerJoin('teams as team', 'team.id', 'member.team_id')
    .select([
      ...(['member.user_id as userId', 'team.name', 'team.token'] as const),
      sql<RowTeam['color']>`team.color`.as('color'),
    ])
    .where('member.series_id', '=', seriesId)
    .where('member.user_id', 'in', userIds)
    .where('member.joined_at', 'is not', null)
    .where('member.left_at', 'is', null)
    .execute()
  return new Map(found.map(({ userId, ...team }) => [userId, team]))
}
