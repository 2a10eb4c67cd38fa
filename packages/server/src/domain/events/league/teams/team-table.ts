/** The table of a league's teams: made from the rounds that the league's own table has, and from who was in which team. */
import type { LeagueRules } from '@rollcall/contract/leagues'
import type { TeamRules } from '@rollcall/contract/team-rules'
import type { Team, TeamRow } from '@rollcall/contract/teams'
import { withCellTerms } from '@rollcall/scoring/bonus'
import { addPoints } from '@rollcall/scoring/points'
import { leagueTable, neededRounds, type TableRow } from '@rollcall/scoring/series'
import { type CountedMember, type TeamRound, teamPoints, teamRound } from '@rollcall/scoring/teams'
import { sql } from 'kysely'
import type { Db } from '../../../../platform/database/schema.ts'
import type { LeagueTable } from '../kept-tables.ts'
import { isOfStreamers } from '../row-kinds.ts'
import { multiplierOf, type Results } from '../table.ts'
import { namesOf } from './read-teams.ts'

interface Table {
  rounds: readonly TeamRound[]
  rows: readonly TableRow[]
}

/** The teams in the order of their table, those without any result last. */
export async function rankTeams(
  db: Db,
  teams: readonly Team[],
  { rules, results }: { rules: LeagueRules; results: LeagueTable },
): Promise<TeamRow[]> {
  const { rounds, rows } = await makeTeamTable(db, teams, { rules, results })
  const counted = rounds.flatMap((round) => [...round.counted.values()].flat())
  const names = await namesOf(
    db,
    counted.map(({ member }) => Number(member)),
    isOfStreamers(rules),
  )
  const byKey = new Map(teams.map((team) => [keyOf(team.id), team]))
  const ranked = rows.flatMap((row) => {
    const team = byKey.get(row.row)
    return team === undefined
      ? []
      : [
          {
            ...team,
            ...{ rank: row.rank, total: row.total, rounds: row.rounds },
            missing: row.rank === null ? neededRounds(rules) - row.rounds : 0,
            decided: row.decided && {
              ...row.decided,
              over: byKey.get(row.decided.over)?.name ?? '',
            },
            cells: row.cells.map((cell, index) => ({
              ...cell,
              ...shownMembers(rounds[index]?.counted.get(row.row) ?? [], names),
            })),
          },
        ]
  })
  const withResults = new Set(rows.map(({ row }) => row))
  const others = teams.filter(({ id }) => !withResults.has(keyOf(id)))
  return [...ranked, ...others.map((team) => withoutResults(team, rules, rounds.length))]
}

export interface RankedTeam extends Pick<Team, 'name' | 'color'> {
  row: TableRow
}

/** The league's teams that have results, in the order of their table. */
export async function listRankedTeams(
  db: Db,
  seriesId: number,
  made: { rules: LeagueRules; results: LeagueTable },
): Promise<RankedTeam[]> {
  const teams = await db
    .selectFrom('teams')
    .select(['id', 'name', sql<Team['color']>`color`.as('color')])
    .where('series_id', '=', seriesId)
    .execute()
  const { rows } = await makeTeamTable(db, teams, made)
  const byKey = new Map(teams.map((team) => [keyOf(team.id), team]))
  return rows.flatMap((row) => {
    const team = byKey.get(row.row)
    return team === undefined ? [] : [{ name: team.name, color: team.color, row }]
  })
}

/** Equal teams are in the order of these. */
export const keyOf = (teamId: number) => String(teamId).padStart(9, '0')

export async function makeTeamTable(
  db: Db,
  teams: readonly Pick<Team, 'id'>[],
  { rules, results }: { rules: LeagueRules; results: LeagueTable },
): Promise<Table> {
  const teamRules = rules.teams ?? { best: null, minSize: 1 }
  const rosters = await findRosters(db, teams, results)
  const rounds = results.rounds.map(({ eventId, ...round }) =>
    teamRound(teamRules satisfies Pick<TeamRules, 'best' | 'minSize'>, rules.points, {
      multiplier: multiplierOf(rules, eventId),
      results: withCellTerms(rules, round.results),
      members: membersOf(round, results),
      rosters: rosters.get(eventId) ?? new Map(),
    }),
  )
  const places = placesOf(rules, results, rosters)
  const points = teamPoints(rules.points)
  return { rounds, rows: leagueTable({ ...rules, points, places }, rounds) }
}

/** In the game that the rules name, the best place of those who were in the team then. */
function placesOf(
  { namedGame }: LeagueRules,
  results: LeagueTable,
  rosters: Awaited<ReturnType<typeof findRosters>>,
): Map<string, number> {
  const round = results.rounds.find(({ eventId }) => eventId === namedGame?.eventId)
  const best = new Map<string, number>()
  if (round === undefined) return best
  const members = membersOf(round, results)
  for (const [team, roster] of rosters.get(round.eventId) ?? []) {
    const own = [...(results.places ?? [])].flatMap(([row, place]) =>
      roster.includes(members.get(row) ?? '') ? [place] : [],
    )
    if (own.length > 0) best.set(team, Math.min(...own))
  }
  return best
}

/** Whose each row is, as text. What is disqualified from the league counts for no team. */
function membersOf(
  { results, hiddenOwners }: Pick<Results['rounds'][number], 'results' | 'hiddenOwners'>,
  { owners, disqualified }: LeagueTable,
): Map<string, string> {
  return new Map(
    results.flatMap(({ row }) => {
      const userId = owners.get(row)?.userId ?? hiddenOwners.get(row)
      return userId === undefined || disqualified.has(row) ? [] : [[row, String(userId)] as const]
    }),
  )
}

/** By event, who was in which team when the round opened. */
export async function findRosters(
  db: Db,
  teams: readonly Pick<Team, 'id'>[],
  { rounds }: Results,
): Promise<ReadonlyMap<number, ReadonlyMap<string, string[]>>> {
  const { rows } = await sql<{ eventId: number; teamId: number; userId: number }>`
    select round.event_id as "eventId", member.team_id as "teamId", member.user_id as "userId"
    from unnest(
      ${rounds.map(({ eventId }) => eventId)}::integer[],
      ${rounds.map(({ startsAt }) => startsAt.toISOString())}::timestamptz[]
    ) as round (event_id, starts_at)
    join team_members as member
      on member.joined_at <= round.starts_at
      and (member.left_at is null or member.left_at > round.starts_at)
    where member.team_id = any(${teams.map(({ id }) => id)}::integer[])`.execute(db)
  const byEvent = Map.groupBy(rows, ({ eventId }) => eventId)
  return new Map(
    [...byEvent].map(([eventId, all]) => [
      eventId,
      new Map(
        [...Map.groupBy(all, ({ teamId }) => keyOf(teamId))].map(([team, members]) => [
          team,
          members.map(({ userId }) => String(userId)),
        ]),
      ),
    ]),
  )
}

/** Hidden members are one number, so that nobody learns which rows of the league are theirs. */
function shownMembers(
  counted: readonly CountedMember[],
  names: Awaited<ReturnType<typeof namesOf>>,
): Pick<TeamRow['cells'][number], 'counted' | 'hidden'> {
  const all = counted.map(({ member, points }) => ({ label: names.get(Number(member)), points }))
  const hidden = all.filter(({ label }) => label === undefined)
  return {
    counted: all.flatMap(({ label, points }) =>
      label === undefined ? [] : [{ ...label, points }],
    ),
    hidden:
      hidden.length === 0
        ? null
        : {
            members: hidden.length,
            points: hidden.reduce((sum, { points }) => addPoints(sum, points), 0),
          },
  }
}

function withoutResults(team: Team, { minimumRounds }: LeagueRules, rounds: number): TeamRow {
  const cell = {
    ...{ rank: null, points: 0, adjustment: 0, value: 0, isDropped: false, isDisqualified: false },
    ...{ bonus: 0, kept: 0, hidden: null },
  }
  return {
    ...team,
    ...{ rank: null, total: 0, rounds: 0, missing: minimumRounds, decided: null },
    cells: Array.from({ length: rounds }, () => ({ ...cell, counted: [] })),
  }
}
